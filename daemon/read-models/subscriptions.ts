import type { Payload } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

type Terms = Payload<"subscription_create">;

const list = (items: readonly unknown[] | null) => (items === null ? null : JSON.stringify(items));

function writeMembers(db: Db, { subscriptionId, plateRefs, credentialRefs }: Terms): void {
  sql(db, "DELETE FROM subscription_members WHERE subscription_id = ?").run(subscriptionId);
  const insert = sql(db, "INSERT INTO subscription_members (subscription_id, ref, kind, position) VALUES (?, ?, ?, ?)");
  for (const [position, ref] of plateRefs.entries()) insert.run(subscriptionId, ref, "plate", position);
  for (const [position, ref] of credentialRefs.entries()) insert.run(subscriptionId, ref, "credential", position);
}

/** What was agreed with subscribers, and by which plates and credentials they are known. */
export const subscriptions: ReadModel = {
  name: "subscriptions",
  tables: ["subscriptions", "subscription_members"],
  apply: {
    subscription_create(db, event, data) {
      sql(
        db,
        `INSERT INTO subscriptions (id, holder_ref, valid_from, valid_to, lanes, hours, cars_inside, status, blocked_reason, anti_passback, stopped_at, created_seq)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        data.subscriptionId,
        data.holderRef,
        data.validFrom,
        data.validTo,
        list(data.lanes),
        list(data.hours),
        data.carsInside,
        data.status,
        data.blockedReason,
        data.antiPassback,
        data.status === "active" ? null : event.at,
        event.seq,
      );
      writeMembers(db, data);
    },
    subscription_update(db, event, data) {
      // A block or an end stands since it was first said, whatever is edited afterwards.
      sql(
        db,
        `UPDATE subscriptions SET holder_ref = ?, valid_from = ?, valid_to = ?, lanes = ?, hours = ?, cars_inside = ?,
           status = ?, blocked_reason = ?, anti_passback = ?, stopped_at = iif(? = 'active', NULL, ifnull(stopped_at, ?)) WHERE id = ?`,
      ).run(
        data.holderRef,
        data.validFrom,
        data.validTo,
        list(data.lanes),
        list(data.hours),
        data.carsInside,
        data.status,
        data.blockedReason,
        data.antiPassback,
        data.status,
        event.at,
        data.subscriptionId,
      );
      writeMembers(db, data);
    },
  },
};

function moveTo(db: Db, side: "in" | "out", subscriptionId: string, ref: string, sessionId: string | null): void {
  sql(
    db,
    `INSERT INTO passes (subscription_id, ref, side, session_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET side = excluded.side, session_id = excluded.session_id`,
  ).run(subscriptionId, ref, side, sessionId);
}

/** On which side each plate and credential was last seen. A reset forgets the side, and not the stay. */
export const passes: ReadModel = {
  name: "passes",
  tables: ["passes"],
  apply: {
    session_open(db, _event, { subscriptionId, plateRef, sessionId }) {
      if (subscriptionId !== undefined && plateRef !== null) moveTo(db, "in", subscriptionId, plateRef, sessionId);
    },
    session_close(db, _event, { sessionId }) {
      sql(db, "UPDATE passes SET side = 'out', session_id = NULL WHERE session_id = ?").run(sessionId);
    },
    session_void(db, _event, { sessionId }) {
      sql(db, "UPDATE passes SET side = 'neutral', session_id = NULL WHERE session_id = ?").run(sessionId);
    },
    plate_correction(db, _event, { sessionId, from, to, subscriptionId }) {
      sql(db, "UPDATE passes SET side = 'neutral', session_id = NULL WHERE session_id = ? AND ref = ?").run(
        sessionId,
        from,
      );
      if (subscriptionId != null && to !== null) moveTo(db, "in", subscriptionId, to, sessionId);
    },
    barrier_intent(db, _event, { cause, sessionId, pass }) {
      if (pass && cause === "entry") moveTo(db, "in", pass.subscriptionId, pass.ref, sessionId);
      if (pass && cause === "exit") moveTo(db, "out", pass.subscriptionId, pass.ref, null);
    },
    anti_passback_reset(db, _event, { subscriptionId, refs }) {
      const reset = sql(db, "UPDATE passes SET side = 'neutral' WHERE subscription_id = ? AND ref = ?");
      for (const ref of refs) reset.run(subscriptionId, ref);
    },
  },
};
