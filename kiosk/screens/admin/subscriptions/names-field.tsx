import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { PlatePad } from "../../../parts/plate-pad.tsx";
import { typeText } from "../../../parts/typing.ts";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { Input } from "../parts/fields.tsx";
import { useTypedNames } from "./use-typed-names.ts";

/** Room for a list that somebody pastes; each name in it is checked by itself. */
const MOST_TYPED = 4000;

interface NamesFieldProps {
  /** What the list is called, and the field that adds to it. */
  title: string;
  label: string;
  add: string;
  names: readonly string[];
  stored: readonly string[] | undefined;
  /** How the booth keeps what was typed. */
  kept: (typed: string) => string;
  isRight: (name: string) => boolean;
  /** What is said of a name that is not right. */
  wrong: (name: string) => string;
  text?: (name: string) => string;
  problem: string | null;
  pad?: boolean;
  onChange: (names: string[]) => void;
}

/** A list of plates or cards: each can be taken out, and those typed, pasted, scanned or tapped come in. */
export function NamesField(props: NamesFieldProps) {
  const typed = useTypedNames(props);
  const [padded, setPadded] = useState(false);
  const bad = props.names.find((name) => !props.isRight(name));
  const add = () => bad === undefined && typed.add();
  return (
    <fieldset class={`names ${padded ? "wide" : ""}`}>
      <legend class="field-label">{props.title}</legend>
      <Names names={typed.listed} text={props.text} onRemove={typed.remove} />
      <form
        class="names-add"
        onPaste={pasteAsOneLine}
        onFocusOut={(event) => goesToField(event.relatedTarget) && add()}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          label={props.label}
          ltr
          value={typed.text}
          onInput={typed.type}
          error={bad === undefined ? props.problem : props.wrong(bad)}
          maxLength={MOST_TYPED}
        />
        <Button
          size="sm"
          class="beside-box"
          type="submit"
          refusal={typed.text.trim() === "" ? t("subscription.type_first") : null}
        >
          {props.add}
        </Button>
        {props.pad ? (
          <Button size="sm" class="beside-box" pressed={padded} keepFocus onTap={() => setPadded(!padded)}>
            {t("subscription.plate_keys")}
          </Button>
        ) : null}
      </form>
      {padded ? <PlatePad onKey={(key) => typed.type(typeText(typed.text, key, MOST_TYPED))} /> : null}
    </fieldset>
  );
}

/** A field of one line drops line breaks, and with them where one name of a list ends. */
function pasteAsOneLine(event: ClipboardEvent): void {
  const box = event.target;
  const text = event.clipboardData?.getData("text") ?? "";
  if (!(box instanceof HTMLInputElement) || !/[\r\n\t]/.test(text)) return;
  event.preventDefault();
  box.setRangeText(
    text
      .trim()
      .split(/[\r\n\t]+/)
      .join(", "),
    box.selectionStart ?? 0,
    box.selectionEnd ?? 0,
    "end",
  );
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Not to a button: the list would grow, and move it away from under the finger. */
function goesToField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}

interface NamesProps {
  names: readonly string[];
  text: ((name: string) => string) | undefined;
  onRemove: (name: string) => void;
}

function Names({ names, text = (name) => name, onRemove }: NamesProps) {
  if (names.length === 0) return <p class="soft">{t("subscription.none_of_these")}</p>;
  return (
    <ul class="chips">
      {names.map((name) => (
        <li key={name}>
          <Button size="sm" label={t("subscription.remove", { name: text(name) })} onTap={() => onRemove(name)}>
            <Ltr class="number">{text(name)}</Ltr> <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
