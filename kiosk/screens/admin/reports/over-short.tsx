import { Money } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";

/** Over or short, in a word and a sign as well as a colour. */
export function Difference({ amount }: { amount: number }) {
  if (amount === 0) return <Money amount={0} />;
  return (
    <span class="over-short">
      <span>{t(amount > 0 ? "report.over" : "report.short")}</span> <Money amount={amount} />
    </span>
  );
}
