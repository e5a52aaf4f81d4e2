import type { PartProps } from "./agreement.ts";
import { HoursField } from "./hours-field.tsx";
import { LanesField } from "./lanes-field.tsx";
import { Members } from "./members.tsx";
import { Validity } from "./validity.tsx";

/** All that is agreed on with a holder. */
export function TermsForm(props: PartProps) {
  return (
    <div class="subscription-form">
      <Members {...props} />
      <div class="subscription-columns">
        <Validity {...props} />
        <LanesField {...props} />
      </div>
      <HoursField {...props} />
    </div>
  );
}
