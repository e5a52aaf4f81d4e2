import { CLASS_KEYS } from "../keys.ts";
import { isJudgeable, label } from "../labelling.ts";
import { Button } from "../parts/button.tsx";
import { text, VERDICT_NAMES } from "../text.ts";

/** A button for each class, unusable and skip. One tap labels, saves and shows the next. */
export function Verdicts() {
  const refusal = isJudgeable.value ? null : text.noPicture;
  return (
    <fieldset class="verdicts">
      <legend class="unseen">{text.classes}</legend>
      {[...CLASS_KEYS].map(([name, key]) => (
        <Button key={name} class="verdict" shortcut={key} refusal={refusal} onTap={() => label(name)}>
          {VERDICT_NAMES[name]}
        </Button>
      ))}
      <Button class="verdict aside" shortcut="u" onTap={() => label("unusable")}>
        {VERDICT_NAMES.unusable}
      </Button>
      <Button class="verdict aside" shortcut="s" onTap={() => label("skip")}>
        {VERDICT_NAMES.skip}
      </Button>
    </fieldset>
  );
}
