import type { Lane } from "../../../../common/api/lanes.ts";
import type { Page } from "../../../../common/api/parts.ts";
import { get } from "../../../api.ts";
import { Choice } from "../../../parts/choice.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Check } from "../parts/fields.tsx";
import { type PartProps, problemOfList } from "./agreement.ts";

const WHICH = ["all", "some"] as const;

/** Every lane with its name; the ids alone for whom lanes are not to be seen. */
export function useLaneNames(ids: readonly string[] = []): ReadonlyMap<string, string> {
  const read = () => (may("device:read") ? get<Page<Lane>>("/api/lanes?limit=500") : Promise.resolve({ items: [] }));
  const { value } = useLoad<{ items: Lane[] }>(read, "lanes");
  const known = (value?.items ?? []).map(({ id, name }) => [id, name] as const);
  return new Map([...ids.map((id) => [id, id] as const), ...known]);
}

/** At which lanes it is good. */
export function LanesField({ terms, problems, onChange }: PartProps) {
  const { lanes } = terms;
  const names = useLaneNames(lanes);
  const wrong = problemOfList(problems, "lanes", lanes ?? []);
  const toggle = (id: string, on: boolean) => {
    const others = (lanes ?? []).filter((other) => other !== id);
    onChange({ lanes: on ? [...others, id] : others });
  };
  return (
    <section class="form-part">
      <Choice
        label={t("subscription.lanes")}
        options={WHICH}
        value={lanes === undefined ? "all" : "some"}
        text={(one) => t(`subscription.lanes.${one}`)}
        onChoose={(one) => onChange({ lanes: one === "all" ? undefined : (lanes ?? []) })}
      />
      {lanes === undefined ? null : (
        <div class="form-grid">
          {[...names].map(([id, name]) => (
            <Check key={id} label={name} checked={lanes.includes(id)} onChange={(on) => toggle(id, on)} />
          ))}
        </div>
      )}
      {wrong === null ? null : (
        <p class="field-error" role="alert">
          <span aria-hidden="true">▲ </span>
          {wrong}
        </p>
      )}
    </section>
  );
}
