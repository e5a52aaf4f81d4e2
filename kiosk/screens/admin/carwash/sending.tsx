import type { ComponentChildren } from "preact";
import type { CarwashStatus } from "../../../../common/api/carwash.ts";
import { Ltr } from "../../../parts/values.tsx";
import { t } from "../../../text/index.ts";
import { When } from "../reports/exception-columns.tsx";
import { ByCommand } from "./by-command.tsx";
import { Reason } from "./reason.tsx";

/** How sending goes: what is sampled, what was sent last, when it is tried next, and how to send at once. */
export function Sending({ status }: { status: CarwashStatus }) {
  const { entrySample, collectorUrl, lastUpload, lastError, queue } = status;
  return (
    <section class="form-part wash-sending" aria-label={t("carwash.sending")}>
      <h2>{t("carwash.sending")}</h2>
      <dl>
        <Line name={t("carwash.sampling")}>
          {entrySample === 0 ? t("carwash.sampling_off") : t("setup.sampled", { n: entrySample })}
        </Line>
        <Line name={t("carwash.collector")}>
          {collectorUrl === null ? t("carwash.collector_none") : <Ltr>{collectorUrl}</Ltr>}
        </Line>
        <Line name={t("carwash.last_sent")}>
          {lastUpload === null ? t("carwash.last_sent_never") : <When at={lastUpload} />}
        </Line>
        <Line name={t("carwash.next_try")}>
          <NextTry status={status} />
        </Line>
        {lastError === null ? null : (
          <Line name={t("carwash.last_problem")}>
            <When at={lastError.at} />
            <Reason reason={lastError.message} />
          </Line>
        )}
      </dl>
      {queue.items === 0 || collectorUrl === null ? null : (
        <ByCommand what={t("carwash.send_now")} command="boothctl review flush" />
      )}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NextTry({ status: { nextTry, queue, collectorUrl } }: { status: CarwashStatus }) {
  if (nextTry !== null) return <When at={nextTry} />;
  return <>{t(queue.items === 0 || collectorUrl === null ? "carwash.next_none" : "carwash.next_now")}</>;
}
