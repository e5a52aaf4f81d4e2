import { notice } from "../said.ts";
import { text } from "../text.ts";
import { Button } from "./button.tsx";

/** What went wrong with a label. Its region is always there, or it would not be read aloud. */
export function Notice() {
  return (
    <div role="alert" class="notices">
      {notice.value === null ? null : (
        <div class="notice">
          <p>{notice.value}</p>
          <Button
            class="quiet"
            onTap={() => {
              notice.value = null;
            }}
          >
            {text.close}
          </Button>
        </div>
      )}
    </div>
  );
}
