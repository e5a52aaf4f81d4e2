import { price } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";

/** A card is paid at its own terminal; what is asked here is only whether it was. */
export function Card({ amount }: { amount: number }) {
  return (
    <div class="card-steps">
      <svg class="card-picture" viewBox="0 0 48 32" aria-hidden="true">
        <path d="M3 1h42a2 2 0 0 1 2 2v26a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zM1 9h46M6 22h10" />
      </svg>
      <ol>
        <li>{t("card.ask", { amount: price(amount) })}</li>
        <li>{t("card.wait")}</li>
        <li>{t("card.then")}</li>
      </ol>
    </div>
  );
}
