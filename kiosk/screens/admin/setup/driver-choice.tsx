import type { DriverEntry } from "../../../../common/drivers.ts";
import { Choice } from "../../../parts/choice.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { t } from "../../../text/index.ts";

interface DriverChoiceProps {
  drivers: readonly DriverEntry[];
  /** The id of what is chosen, perhaps of a driver that the program no longer has. */
  chosen: string | undefined;
  onChoose: (driver: DriverEntry) => void;
}

/** What the booth can talk to, and what the chosen driver says of itself. */
export function DriverChoice({ drivers, chosen, onChoose }: DriverChoiceProps) {
  const driver = drivers.find(({ id }) => id === chosen);
  return (
    <>
      <Choice
        label={t("setup.driver")}
        options={drivers.map(({ id }) => id)}
        value={chosen ?? null}
        text={(id) => drivers.find((one) => one.id === id)?.label ?? id}
        onChoose={(id) => {
          const next = drivers.find((one) => one.id === id);
          if (next !== undefined && id !== chosen) onChoose(next);
        }}
      />
      {driver === undefined ? null : <About driver={driver} />}
      {chosen !== undefined && driver === undefined ? (
        <p class="field-error" role="alert">
          <span aria-hidden="true">▲ </span>
          {t("setup.driver_gone", { driver: chosen })}
        </p>
      ) : null}
    </>
  );
}

function About({ driver: { summary, status, caveats } }: { driver: DriverEntry }) {
  return (
    <div class="setup-about">
      {status === "real" ? null : (
        <Pill tone="manual" glyph="◇">
          {t(status === "stub" ? "setup.stub" : "simulated")}
        </Pill>
      )}
      <span class="setup-own">{summary}</span>
      {caveats.length > 0 ? <span class="soft setup-own">{t("setup.mind", { what: caveats.join("; ") })}</span> : null}
    </div>
  );
}
