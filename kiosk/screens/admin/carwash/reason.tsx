import { reasonText } from "./reasons.ts";

/** Why something was not sent: in words, and as the booth noted it. */
export function Reason({ reason }: { reason: string }) {
  return (
    <span class="wash-reason">
      <span>{reasonText(reason)}</span>
      <bdi class="soft" dir="ltr" lang="en">
        {reason}
      </bdi>
    </span>
  );
}
