import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { PlatePad } from "../../../parts/plate-pad.tsx";
import { typeText } from "../../../parts/typing.ts";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";

interface NamesFieldProps {
  /** What the list is called, and the field that adds to it. */
  title: string;
  label: string;
  add: string;
  names: readonly string[];
  /** How the booth keeps what was typed; empty where nothing is left of it. */
  kept: (typed: string) => string;
  text?: (name: string) => string;
  problem: string | null;
  pad?: boolean;
  maxLength: number;
  onChange: (names: string[]) => void;
}

/** A list of plates or cards: each can be taken out, and one typed, scanned or tapped comes in. */
export function NamesField(props: NamesFieldProps) {
  const { names, kept, onChange } = props;
  const [typed, setTyped] = useState("");
  const [padded, setPadded] = useState(false);
  const name = kept(typed);
  const add = () => {
    if (name !== "" && !names.includes(name)) onChange([...names, name]);
    setTyped("");
  };
  return (
    <fieldset class={`names ${padded ? "wide" : ""}`}>
      <legend class="field-label">{props.title}</legend>
      <Names {...props} />
      <form
        class="names-add"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          label={props.label}
          ltr
          value={typed}
          onInput={setTyped}
          error={props.problem}
          maxLength={props.maxLength}
        />
        <Button size="sm" class="beside-box" type="submit" refusal={name === "" ? t("subscription.type_first") : null}>
          {props.add}
        </Button>
        {props.pad ? (
          <Button size="sm" class="beside-box" pressed={padded} keepFocus onTap={() => setPadded(!padded)}>
            {t("subscription.plate_keys")}
          </Button>
        ) : null}
      </form>
      {padded ? <PlatePad onKey={(key) => setTyped(typeText(typed, key, props.maxLength))} /> : null}
    </fieldset>
  );
}

function Names({ names, text = (name) => name, onChange }: NamesFieldProps) {
  if (names.length === 0) return <p class="soft">{t("subscription.none_of_these")}</p>;
  return (
    <ul class="chips">
      {names.map((name) => (
        <li key={name}>
          <Button
            size="sm"
            label={t("subscription.remove", { name: text(name) })}
            onTap={() => onChange(names.filter((other) => other !== name))}
          >
            <Ltr class="number">{text(name)}</Ltr> <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
