import { Counter, Gauge, type Registry } from "prom-client";
import { freeBytes } from "../../../common/node/disk.ts";
import type { Booth } from "../../context.ts";
import { targetOf } from "../../services/backup/config.ts";
import { openFailureCount, readRun, sizeOfCopy } from "../../services/backup/records.ts";
import type { LookAtTarget } from "../../services/backup/status.ts";
import type { Meter } from "./meter.ts";

/** Backups: when, how large, how many, and how much room is left where they and the data lie. */
export const meterBackups: Meter = ({ booth, backups, registry }) => {
  const { db } = booth;
  const show = (name: string, help: string, read: () => Promise<number | null>) =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await read()) ?? 0);
      },
    });
  show("booth_backup_last_success_timestamp_seconds", "When the last good backup was begun, else 0.", async () =>
    secondsOf((await backups.status()).lastSuccess?.startedAt),
  );
  show("booth_backup_last_attempt_timestamp_seconds", "When a backup was last tried, else 0.", async () =>
    secondsOf(readRun(db, "last")?.startedAt),
  );
  show("booth_backup_size_bytes", "Length of the last good backup, else 0.", async () =>
    sizeOfCopy(db, (await backups.status()).lastSuccess?.name ?? null),
  );
  const failed = openFailureCount(db);
  new Counter({
    name: "booth_backup_failures_total",
    help: "Backups since the start that failed or were cut off.",
    registers: [registry],
    // By whichever process they were made.
    collect() {
      this.inc(failed());
    },
  });
  showCopies(registry, backups.look);
  showDisks(booth, registry, backups.look);
};

function secondsOf(at: string | undefined): number | null {
  return at === undefined ? null : Date.parse(at) / 1000;
}

/** Nothing is said of copies in a directory that does not answer. */
function showCopies(registry: Registry, look: LookAtTarget): void {
  new Gauge({
    name: "booth_backup_retained",
    help: "Backups in the target directory.",
    registers: [registry],
    async collect() {
      const { target, copies } = await look();
      if (target.ok || target.freeBytes !== null) this.set(copies.length);
      else this.remove();
    },
  });
}

function showDisks(booth: Booth, registry: Registry, look: LookAtTarget): void {
  new Gauge({
    name: "booth_disk_free_bytes",
    help: "Room left on the disks of the data directory and of the backups.",
    labelNames: ["path"],
    registers: [registry],
    async collect() {
      const { target } = await look();
      this.reset();
      this.set({ path: booth.config.dataDir }, freeBytes(booth.config.dataDir));
      if (target.freeBytes !== null) this.set({ path: targetOf(booth).folder }, target.freeBytes);
    },
  });
}
