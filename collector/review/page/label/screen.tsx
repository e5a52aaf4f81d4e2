import { Notice } from "../parts/notice.tsx";
import { current } from "../work.ts";
import { Foot } from "./foot.tsx";
import { NothingShown } from "./nothing-shown.tsx";
import { Panel } from "./panel.tsx";
import { Stage } from "./stage.tsx";
import { ViewTools } from "./view-tools.tsx";

/** Where crops are labelled: the crop, what was said about it, and what it may be. */
export function LabelScreen() {
  const item = current.value;
  return (
    <>
      <main class={`label-screen ${item ? "" : "nothing"}`}>
        <div class="stage-column">
          <Stage />
          {item ? <ViewTools /> : null}
          <Notice />
        </div>
        {item ? <Panel item={item} /> : <NothingShown />}
      </main>
      <Foot />
    </>
  );
}
