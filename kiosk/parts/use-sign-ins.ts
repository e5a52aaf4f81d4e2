import { useEffect } from "preact/hooks";
import type { SignIn } from "../../common/api/auth.ts";
import type { Page } from "../../common/api/parts.ts";
import { del, get } from "../api.ts";
import { onEvent } from "../feed.ts";
import { run } from "../run.ts";
import { t } from "../text/index.ts";
import { useLoad } from "./use-load.ts";

/** The sign-ins of somebody under `path`, read again when one begins or ends, and a way to end one. */
export function useSignIns(path: string) {
  const { value, error, reload } = useLoad(() => get<Page<SignIn>>(`${path}?limit=500`), path);
  useEffect(
    () =>
      onEvent(({ kind }) => {
        if (kind === "sign_in" || kind === "sign_out") reload();
      }),
    [reload],
  );
  const end = async (ended: readonly SignIn[]) => {
    await run(
      async () => {
        for (const { id } of ended) await del(`${path}/${encodeURIComponent(id)}`);
      },
      t(ended.length === 1 ? "sign_ins.ended" : "sign_ins.all_ended"),
    );
    reload();
  };
  return { value: value?.items, error, reload, end };
}
