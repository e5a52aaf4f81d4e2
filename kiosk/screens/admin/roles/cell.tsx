import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../../text/index.ts";
import { Padlock } from "../parts/padlock.tsx";
import type { Filling } from "./sets.ts";

/** What is to be said of a right beside whether it is held. */
export type Mark = "added" | "taken" | "only_here" | "only_there";

const SHAPES: Readonly<Record<Mark, string>> = { added: "+", taken: "−", only_here: "◆", only_there: "◇" };

interface CellProps {
  /** Where it is, so that keys find it. */
  spot: string;
  label: string;
  filling: Filling;
  marks: readonly Mark[];
  /** Whether it cannot be changed. */
  locked: boolean;
  /** The id of what says why, where that is for this one alone. */
  reason: string | undefined;
  /** Whether Tab leads here. */
  reached: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** One right, or a line of them: held or not, and what is new or different about it. */
export function Cell(props: CellProps) {
  const { filling, marks, locked, reason } = props;
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // After each tap anew: the browser takes it away.
    if (box.current !== null) box.current.indeterminate = filling === "some";
  });
  return (
    <td class={`right ${marks.join(" ")}`}>
      <label class="check right-hit">
        <input
          ref={box}
          type="checkbox"
          data-spot={props.spot}
          aria-label={[props.label, ...marks.map((mark) => t(`roles.${mark}`))].join(", ")}
          aria-disabled={locked}
          aria-describedby={reason}
          tabIndex={props.reached ? 0 : -1}
          checked={filling === "all"}
          onFocus={props.onFocus}
          onClick={(event) => locked && event.preventDefault()}
          onChange={props.onToggle}
        />
        {reason === undefined ? null : <Padlock />}
        {marks.map((mark) => (
          <span key={mark} class={`right-mark ${mark}`} aria-hidden="true">
            {SHAPES[mark]} {t(`roles.short.${mark}`)}
          </span>
        ))}
      </label>
    </td>
  );
}
