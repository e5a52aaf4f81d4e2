import { Button } from "../../../parts/button.tsx";
import { SoundChoice } from "../../../parts/terminal-choices.tsx";
import { terminal } from "../../../terminal.ts";
import { t } from "../../../text/index.ts";
import { tick } from "../../bench/arrival.ts";

/** What is heard when a vehicle arrives. */
export function Sounds() {
  const { volume } = terminal.value;
  return (
    <section class="form-part">
      <SoundChoice />
      <div>
        <Button refusal={volume === 0 ? t("screen.sound_off") : null} onTap={() => tick(volume)}>
          {t("screen.try_sound")}
        </Button>
      </div>
    </section>
  );
}
