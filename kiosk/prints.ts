import { computed } from "@preact/signals";
import type { Printing } from "../common/api/prints.ts";
import { post } from "./api.ts";
import { laneList } from "./feed.ts";
import { run } from "./run.ts";
import { t } from "./text/index.ts";
import { toast } from "./toasts.ts";

/** Whether the booth has a receipt printer, in whatever state. */
export const hasPrinter = computed((): boolean =>
  laneList.value.some(({ devices }) => devices.some(({ category }) => category === "printer")),
);

/** Has the booth print something on a receipt printer, and tells what came of it; `otherwise` where none took it. */
export function printOut(path: string, body?: object, otherwise?: () => unknown): Promise<unknown> {
  return run(async () => {
    const { printed, waiting } = await post<Printing>(path, body);
    if (printed || waiting) toast(t(printed ? "receipt.printed" : "receipt.waiting"));
    else if (otherwise !== undefined) otherwise();
    else toast(t("receipt.not_printed"));
  });
}
