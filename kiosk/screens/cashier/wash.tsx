import { useState } from "preact/hooks";
import type { WashCategory, WashOrder, WashOrderList } from "../../../common/api/carwash.ts";
import { get, post } from "../../api.ts";
import { Failure } from "../../parts/failure.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useIntention } from "../../parts/use-intention.ts";
import { useLoad } from "../../parts/use-load.ts";
import { timeOfDay } from "../../parts/values.tsx";
import { Working } from "../../parts/working.tsx";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { toast } from "../../toasts.ts";
import { stayName } from "../bench/stays.ts";
import { Categories } from "../wash/categories.tsx";
import { classText, refusalText } from "../wash/words.ts";

interface WashProps {
  sessionId: string;
  plate: string | null;
  ticket: string | null;
}

/** Orders a wash for the stay on the workbench: one tap on what the car is, beside what the camera took it for. */
export function WashSheet({ sessionId, plate, ticket }: WashProps) {
  const who = stayName({ plate, ticket });
  const intention = useIntention();
  const [refused, setRefused] = useState<string | null>(null);
  const loaded = useLoad(() => get<WashOrderList>(`/api/carwash/orders?session=${sessionId}`), sessionId);
  const order = async ({ id, name }: WashCategory) => {
    try {
      await post<WashOrder>("/api/carwash/orders", { sessionId, categoryId: id }, { intention });
      toast(t("wash.done", { category: name, who }));
      closeSheet();
    } catch (error) {
      setRefused(refusalText(error));
      await loaded.refresh();
    }
  };
  return (
    <Sheet title={t("wash.sheet", { who })}>
      {loaded.value === undefined ? (
        <Waiting error={loaded.error} onRetry={loaded.reload} />
      ) : (
        <Offer list={loaded.value} onTap={order} />
      )}
      {refused === null ? null : (
        <p class="validate-refused" role="alert">
          <span aria-hidden="true">▲ </span>
          {refused}
        </p>
      )}
    </Sheet>
  );
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return error === null ? <Working /> : <Failure error={error} onRetry={onRetry} />;
}

function Offer({ list, onTap }: { list: WashOrderList; onTap: (category: WashCategory) => Promise<unknown> }) {
  const { categories = [], cameraClass = null } = list.offer ?? {};
  return (
    <>
      <p class="wash-camera">
        {cameraClass === null ? t("wash.camera_none") : t("wash.camera", { vehicle: classText(cameraClass) })}
      </p>
      {list.items.map(({ id, category, orderedAt }) => (
        <p key={id} class="wash-before">
          {t("wash.before", { category: category.name, time: timeOfDay(orderedAt) })}
        </p>
      ))}
      <Categories categories={categories} onTap={onTap} />
      {categories.length === 0 ? null : <p class="soft">{t("wash.final")}</p>}
    </>
  );
}
