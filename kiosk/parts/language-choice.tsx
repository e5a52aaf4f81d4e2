import { LANGUAGES } from "../../common/words.ts";
import { run } from "../run.ts";
import { chooseLanguage, hello } from "../session.ts";
import { language, t } from "../text/index.ts";
import { Choice } from "./choice.tsx";

/** The languages of this booth, each in its own name; the choice is kept here and for the person signed in. */
export function LanguageChoice({ label, quiet = false }: { label: string; quiet?: boolean }) {
  const offered = hello.value?.languages ?? LANGUAGES;
  return (
    <Choice
      quiet={quiet}
      class="languages"
      label={label}
      options={LANGUAGES.filter((one) => offered.includes(one))}
      value={language.value}
      text={(one) => t(`language.${one}`)}
      lang={(one) => one}
      onChoose={(one) => run(() => chooseLanguage(one))}
    />
  );
}
