import type { LeasedItem } from "../../../../common/api/collector.ts";
import { cameraName, categoryClasses } from "../format.ts";
import { text } from "../text.ts";

/** What the operator chose beside what the camera says. An entry has no operator, so there is none on the page. */
export function Facts({ item, isHidden }: { item: LeasedItem; isHidden: boolean }) {
  if (isHidden) {
    return (
      <div class="facts">
        <p class="fact hidden-fact">{item.kind === "wash" ? text.hiddenWash : text.hiddenEntry}</p>
      </div>
    );
  }
  return (
    <dl class="facts">
      {item.operatorCategory ? (
        <div class="fact operator">
          <dt>{text.operatorCategory}</dt>
          <dd>
            <strong>{item.operatorCategory.name}</strong>
            <span class="fact-classes">{categoryClasses(item)}</span>
          </dd>
        </div>
      ) : null}
      <div class="fact camera">
        <dt>{text.camera}</dt>
        <dd>
          <strong class={item.cameraClass === null ? "soft" : ""}>{cameraName(item)}</strong>
        </dd>
      </div>
    </dl>
  );
}
