import { useState } from "preact/hooks";
import type { Erasure } from "../../../../common/api/reports.ts";
import { ApiError, post } from "../../../api.ts";
import { run } from "../../../run.ts";
import { fieldErrors } from "../../../text/errors.ts";
import { t } from "../../../text/index.ts";
import { useUnsaved } from "../../../unsaved.ts";

/** A plate to be erased: what is typed, what is wrong with it, and what came of it. */
export function useErasure() {
  const [input, setInput] = useState({ plate: "", reason: "" });
  useUnsaved(input.plate !== "" || input.reason !== "");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [done, setDone] = useState<Erasure | null>(null);
  const attempt = async () => {
    try {
      setDone(await post<Erasure>("/api/plates/erase", input));
      setInput({ plate: "", reason: "" });
    } catch (error) {
      if (error instanceof ApiError && error.code === "not_found")
        return setProblems({ plate: t("site.erase.unknown") });
      setProblems(fieldErrors(error));
      throw error;
    }
  };
  return {
    input,
    problems,
    done,
    change(part: Partial<typeof input>) {
      setInput((before) => ({ ...before, ...part }));
      setProblems({});
      setDone(null);
    },
    erase: () => run(attempt),
  };
}
