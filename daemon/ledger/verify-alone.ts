import type { Verification } from "../../common/verification.ts";
import type { Bad } from "./classify.ts";
import type { ExportHeader } from "./export.ts";
import { parseLine, type StoredRow } from "./export-line.ts";
import { hashRecord, verifyHash } from "./seal.ts";
import { type Auditor, isWellFormed } from "./verify-range.ts";

/**
 * Checks entries that are no chain, because only one kind was exported: each is as it was signed, by this key, in its
 * order, and as many as the first line says.
 */
export async function checkAlone(
  auditor: Auditor,
  { kind, count, from, to }: ExportHeader,
  lines: AsyncIterator<string>,
): Promise<Verification> {
  let checked = 0;
  let last: StoredRow | null = null;
  const verdict = (firstBad?: Bad): Verification => {
    const head = last?.hash ? { seq: last.seq, hash: last.hash.toString("hex") } : null;
    return { ok: !firstBad, checked, head, ...(firstBad ? { firstBad } : {}) };
  };
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value === "") continue;
    const before: number = last?.seq ?? from - 1;
    const row = parseLine(next.value, before + 1);
    const bad = faultOf(auditor, row) ?? (row.kind === kind ? null : stranger(row, `is not of the kind ${kind}`));
    if (bad) return verdict(bad);
    if (row.seq <= before || row.seq > to) return verdict(stranger(row, "does not stand in its place"));
    checked += 1;
    last = row;
  }
  if (checked >= count) return verdict();
  const message = `the export has ${count} entries, and the file ends after ${checked}.`;
  return verdict({ seq: (last?.seq ?? from - 1) + 1, class: "truncated", message });
}

const stranger = ({ seq }: StoredRow, what: string): Bad => ({
  seq,
  class: "inserted",
  message: `entry ${seq} ${what}.`,
});

function faultOf(auditor: Auditor, row: StoredRow): Bad | null {
  const { seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig } = row;
  const columns: Parameters<typeof isWellFormed>[0] = [seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig];
  if (!isWellFormed(columns))
    return { seq, class: "edited", message: `entry ${seq} does not have the form of a record.` };
  const [, ownId, ownKind, ownAt, ownActor, , ownData, ownPrev, ownHash, keyId, ownSig] = columns;
  const record = { seq, id: ownId, kind: ownKind, at: ownAt, actor: ownActor, lane, data: ownData, prev: ownPrev };
  if (!hashRecord(record).equals(ownHash))
    return { seq, class: "edited", message: `entry ${seq} is not as it was signed.` };
  if (keyId !== auditor.keyId)
    return { seq, class: "unknown_key", message: `entry ${seq} names the key ${keyId}, not ${auditor.keyId}.` };
  if (!verifyHash(auditor.publicKey, ownHash, ownSig))
    return { seq, class: "signature", message: `entry ${seq} was not signed by this ledger's key.` };
  return null;
}
