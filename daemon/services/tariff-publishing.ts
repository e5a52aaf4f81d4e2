import { randomUUID } from "node:crypto";
import type { Tariff, TariffPublish } from "../../common/api/tariffs.ts";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import { BoothError, refuse, refuseInput } from "../../common/errors.ts";
import type { Payload, ReplaySummary } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { BOOTH_ACTOR } from "./actors.ts";
import { permissionsNow } from "./rights.ts";
import { assertComplete } from "./tariff-check.ts";
import { type Replay, summaryOf } from "./tariff-replay.ts";
import { listTariffs, newestTariff, tariffFor } from "./tariffs.ts";

/**
 * Publishes a new version. Refuses a table that leaves time without a price, fails a case, or starts in the past, and one
 * that is based on another version than the newest. With `replayDays` the booth replays first, and keeps the summary.
 */
export async function publishTariff(
  booth: Needs<"ledger" | "db" | "clock">,
  actor: Actor,
  input: TariffPublish,
  replay: Replay,
): Promise<Tariff> {
  const { rateTable, replayDays: days } = input;
  let summary: ReplaySummary | undefined;
  if (days !== undefined) {
    if (!actor.permissions.includes("report:read"))
      refuse("forbidden", "a replay shows revenue: it needs the permission report:read");
    // What will be refused anyway need not be replayed first.
    assertPublishable(booth.db, actor, input, instant(booth.clock.now()));
    summary = summaryOf(await replay({ rateTable, days }));
  }
  return booth.ledger.commit(actor, (tx) => {
    // A replay takes its time, in which the right to publish may be lost.
    permissionsNow(tx.db, actor, "tariff:update");
    assertPublishable(tx.db, actor, input, tx.at);
    return tariffFor(actor, appendTariff(tx, input, summary));
  });
}

function assertPublishable(db: Db, actor: Actor, input: TariffPublish, at: string): void {
  assertNewest(db, actor, input.basedOn);
  assertComplete(db, input.rateTable);
  if (input.effectiveFrom < at) refuseInput("effectiveFrom", "expected an instant that is not in the past");
}

function assertNewest(db: Db, actor: Actor, basedOn: TariffPublish["basedOn"]): void {
  if (basedOn === undefined) return;
  const newest = newestTariff(db);
  if (basedOn === newest.id || basedOn === newest.version) return;
  const known = sql(db, "SELECT 1 FROM tariffs WHERE id = ? OR version = ?").get(basedOn, basedOn);
  if (!known) refuseInput("basedOn", "there is no such version");
  throw new BoothError(
    "changed_meanwhile",
    `version ${newest.version} was published meanwhile; look at it before you publish yours`,
    {
      body: { current: tariffFor(actor, newest) },
    },
  );
}

type Published = Pick<Payload<"tariff_publish">, "rateTable" | "effectiveFrom"> & { note?: string | undefined };

function appendTariff(tx: Transaction, published: Published, replay?: ReplaySummary): Tariff {
  const { rateTable, effectiveFrom, note } = published;
  const tariffId = randomUUID();
  const version = (listTariffs(tx, 1)[0]?.version ?? 0) + 1;
  tx.append("tariff_publish", {
    tariffId,
    version,
    effectiveFrom,
    rateTable,
    ...(note === undefined ? {} : { note }),
    ...(replay === undefined ? {} : { replay }),
  });
  return newestTariff(tx.db);
}

/** Publishes the default tariff at the first start, so that a new booth can take a car at once. */
export async function publishDefaultTariff(booth: Needs<"ledger" | "db">): Promise<void> {
  if (listTariffs(booth, 1).length > 0) return;
  await booth.ledger.commit(BOOTH_ACTOR, (tx) => {
    appendTariff(tx, { rateTable: DEFAULT_RATE_TABLE, effectiveFrom: tx.at, note: "default tariff of a new booth" });
  });
}
