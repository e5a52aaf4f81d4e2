import type { SetupState } from "../../../../common/api/setup.ts";
import { post } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { go } from "../../../router.ts";
import { run } from "../../../run.ts";
import { t, tn } from "../../../text/index.ts";

interface FinishProps {
  state: SetupState;
  missing: number;
  onDone: () => void;
}

/** The foot of the overview: another lane, and the end of setup once nothing is missing. */
export function Finish({ state, missing, onDone }: FinishProps) {
  const finish = async () => {
    const done = await run(() => post<SetupState>("/api/setup/complete"), t("setup.finished"));
    // What the booth still misses is listed, also what somebody took off a moment ago.
    if (done === undefined) document.getElementById("setup-missing")?.focus();
    onDone();
  };
  const whole = state.lanes.length - new Set(state.missing.map(({ lane }) => lane)).size;
  const add = (
    <Button size="lg" variant={state.completed ? "primary" : "plain"} onTap={() => go("admin", "setup", "new")}>
      {t("setup.add_lane")}
    </Button>
  );
  return (
    <>
      <p class="save-summary">
        {state.lanes.length === 0 ? null : t("setup.progress", { done: whole, all: state.lanes.length })}
      </p>
      {add}
      {state.completed ? null : (
        <Button
          size="lg"
          variant="primary"
          class="main"
          hint={missing > 0 ? tn("setup.finish_hint", missing) : undefined}
          onTap={finish}
        >
          {t("setup.finish")}
        </Button>
      )}
    </>
  );
}
