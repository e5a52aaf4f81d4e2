import type { ComponentProps } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Confirm } from "../../../parts/confirm.tsx";

/**
 * The one question of a page, in the place of its buttons. The keyboard begins at the button that keeps things as they
 * are: whoever presses Enter twice has not agreed to anything.
 */
export function Question(props: ComponentProps<typeof Confirm>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div class="question" ref={box}>
      <Confirm {...props} />
    </div>
  );
}
