import { useState } from "preact/hooks";
import { post } from "../../../api.ts";
import { run } from "../../../run.ts";
import { t, tn } from "../../../text/index.ts";
import type { Draft } from "../parts/draft.ts";
import type { Agreement } from "./agreement.ts";
import { Ask } from "./ask.tsx";
import { nameOf } from "./extend.ts";

/** What is asked about before it is done. */
export type Asking = "block" | "cancel" | "reset";

interface AskingProps {
  what: Asking;
  draft: Draft<Agreement>;
  stored: Agreement;
  onEnd: () => void;
}

/** The question in place of the buttons at the foot. It stays where the booth refuses. */
export function AskingFoot({ what, ...props }: AskingProps) {
  if (what === "block") return <Block {...props} />;
  return what === "cancel" ? <Cancel {...props} /> : <Reset {...props} />;
}

type Props = Omit<AskingProps, "what">;

function Block({ draft, stored, onEnd }: Props) {
  const [reason, setReason] = useState("");
  return (
    <Ask
      question={t("subscription.block_ask", { name: nameOf(stored) })}
      warning={t("subscription.block_what")}
      field={{ label: t("subscription.block_reason"), value: reason, onInput: setReason }}
      error={draft.problems.blockedReason}
      refusal={reason.trim() === "" ? t("subscription.block_need") : null}
      action={t("subscription.block")}
      danger
      onKeep={onEnd}
      onConfirm={() => draft.save({ status: "blocked", blockedReason: reason.trim() })}
      onDone={onEnd}
    />
  );
}

function Cancel({ draft, stored, onEnd }: Props) {
  return (
    <Ask
      question={t("subscription.cancel_ask", { name: nameOf(stored) })}
      warning={t("subscription.cancel_what")}
      action={t("subscription.cancel")}
      danger
      onKeep={onEnd}
      onConfirm={() => draft.save({ status: "cancelled", blockedReason: null })}
      onDone={onEnd}
    />
  );
}

function Reset({ stored, onEnd }: Props) {
  const [note, setNote] = useState("");
  const reset = () =>
    run(
      () =>
        post<{ reset: number }>(
          `/api/subscriptions/${stored.id}/anti-passback-reset`,
          note.trim() === "" ? {} : { note: note.trim() },
        ),
      (done) => tn("subscription.reset_done", done.reset),
    );
  return (
    <Ask
      question={t("subscription.reset_ask")}
      warning={t("subscription.reset_what")}
      field={{ label: t("note"), value: note, onInput: setNote }}
      action={t("subscription.reset")}
      onKeep={onEnd}
      onConfirm={async () => (await reset()) !== undefined}
      onDone={onEnd}
    />
  );
}
