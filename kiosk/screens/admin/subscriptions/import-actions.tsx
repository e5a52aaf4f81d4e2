import type { ImportResult } from "../../../../common/api/subscriptions.ts";
import { Button } from "../../../parts/button.tsx";
import { t, tn } from "../../../text/index.ts";

interface ImportActionsProps {
  empty: boolean;
  result: ImportResult | null;
  onCheck: () => Promise<void>;
  onStore: (skipBad: boolean) => Promise<void>;
}

/** Check first; what is good can then be stored, without the bad rows only by a button that says so. */
export function ImportActions({ empty, result, onCheck, onStore }: ImportActionsProps) {
  const main = { size: "lg", variant: "primary", class: "main" } as const;
  const { good = 0, bad = 0 } = result ?? {};
  const store = tn("import.do", good);
  if (good > 0 && bad === 0)
    return (
      <>
        <span class="space" />
        <Button {...main} onTap={() => onStore(false)}>
          {store}
        </Button>
      </>
    );
  return (
    <>
      <span class="space" />
      {good > 0 ? (
        <Button size="lg" hint={tn("import.skip", bad)} onTap={() => onStore(true)}>
          {store}
        </Button>
      ) : null}
      <Button {...main} refusal={empty ? t("import.need_text") : null} onTap={onCheck}>
        {t("import.check")}
      </Button>
    </>
  );
}
