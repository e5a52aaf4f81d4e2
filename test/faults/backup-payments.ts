import { randomFillSync } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ended } from "../helpers/backups.ts";
import { type Client, openClient } from "../helpers/booth.ts";
import { type BackupSite, withBackupSite } from "./backup-site.ts";

const TILL = "till-1";
/** Between two payments: a cashier is quick, and not a machine. */
const BETWEEN_MS = 20;
const PICTURE_BYTES = 100_000;

export interface PaymentProof {
  /** Of pictures, beside the ledger. */
  bytes: number;
  /** So long is measured at rest, half of it before the backup and half after. */
  idleMs: number;
}

export interface Spread {
  n: number;
  p50: number;
  p99: number;
  max: number;
}

export interface PaymentFigures {
  archiveBytes: number;
  backupSeconds: number;
  idle: Spread;
  during: Spread;
  violations: string[];
}

/** Measures what a payment takes, from its request to its answer, at rest and while a large backup is made. */
export function provePayments({ bytes, idleMs }: PaymentProof): Promise<PaymentFigures> {
  const prepare = (dataDir: string) => putPictures(dataDir, bytes);
  return withBackupSite({ cashiers: [TILL], prepare }, async (site) => {
    const cashier = await openTill(site);
    await payUntil(cashier, after(500));
    const idle = await payUntil(cashier, after(idleMs / 2));
    const { times, run, seconds } = await payDuringBackup(site, cashier);
    idle.push(...(await payUntil(cashier, after(idleMs / 2))));
    const violations = run.outcome === "done" ? [] : [`the backup failed: ${run.message}`];
    const archiveBytes = run.name === null ? 0 : statSync(join(site.target, run.name)).size;
    return { archiveBytes, backupSeconds: seconds, idle: spreadOf(idle), during: spreadOf(times), violations };
  });
}

/** Pictures as a camera makes them: of a usual size, and nothing that packs smaller. */
export function putPictures(dataDir: string, bytes: number): void {
  const folder = join(dataDir, "pictures");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n * PICTURE_BYTES < bytes; n += 1)
    writeFileSync(join(folder, `stay-${n}.jpg`), randomFillSync(Buffer.alloc(PICTURE_BYTES)));
}

async function openTill({ url }: BackupSite): Promise<Client> {
  const cashier = openClient(url);
  await cashier.post("/api/auth/login", { username: TILL, password: `${TILL}-pass` });
  await cashier.post("/api/shifts", { float: 10_000 });
  return cashier;
}

async function payDuringBackup({ admin }: BackupSite, cashier: Client) {
  let over = false;
  const began = performance.now();
  const begun = await admin.post("/api/backup/run");
  if (begun.status !== 202) throw new Error(begun.text);
  const paying = payUntil(cashier, () => over);
  const run = await ended(admin, 600_000, 500);
  over = true;
  return { run, seconds: Math.round((performance.now() - began) / 100) / 10, times: await paying };
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

/** Takes money, one payment after the other, and answers how many ms each took. */
async function payUntil(client: Client, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const enteredAt = new Date(Date.now() - 5_400_000).toISOString();
    const stay = await client.post("/api/sessions", { enteredAt, reason: "backup proof" });
    const { sessionId, quotedAt, amount } = (await client.get(`/api/sessions/${stay.body.id}/quote`)).body;
    const began = performance.now();
    const paid = await client.post("/api/payments", { sessionId, quotedAt, amount, method: "card" });
    if (paid.status !== 201) throw new Error(`a payment was answered ${paid.status} ${paid.text}`);
    times.push(performance.now() - began);
    await pause(BETWEEN_MS);
  }
  return times;
}

function spreadOf(times: number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
