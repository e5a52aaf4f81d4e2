import { Command } from "commander";
import type { AssignedLane } from "../../common/api/setup.ts";
import type { Shift } from "../../common/api/shifts.ts";
import type { Db } from "../../common/node/db.ts";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { daemonUrl } from "../cli/daemon-address.ts";
import { dataDirOf, loginName, readVersion } from "../cli/environment.ts";
import { withDatabase } from "../cli/open.ts";
import { pairs } from "../cli/text.ts";
import { laneTable } from "./lanes.ts";

const ANSWER_MS = 1000;

interface Status {
  version: string;
  dataDir: string;
  site: string;
  daemon: { running: boolean; url: string; version: string | null };
  ledger: { head: { seq: number; hash: string; at: string } | null; ok: boolean | null; message: string };
  shifts: Shift[];
  lanes: AssignedLane[];
}

/** `boothctl status` */
export function statusCommand(): Command {
  const command = new Command("status")
    .description("Says how the booth stands: daemon, ledger, open shifts, lanes.")
    .action(
      act(async (cli) => {
        cli.whenRefused("Nothing was changed.", "boothctl seed-admin");
        const asked = askDaemon(cli);
        const { text: version } = readVersion();
        const { head, ...found } = await withDatabase(cli, readStatus);
        const { daemon, ledger } = await asked;
        const status: Status = {
          version,
          dataDir: await dataDirOf(cli),
          ...found,
          daemon,
          ledger: { head, ...ledger },
        };
        cli.print(status, () => asText(status, cli));
      }),
    );
  return about(command, { examples: ["boothctl status", "boothctl status --json"], exits: [6] });
}

async function readStatus(db: Db) {
  const { cliActor } = await import("../../daemon/services/actors.ts");
  const { listShifts } = await import("../../daemon/services/shifts.ts");
  const { readSetupState } = await import("../../daemon/services/setup.ts");
  const { siteOf } = await import("../../daemon/services/sites.ts");
  const { readHead } = await import("../../daemon/ledger/ledger.ts");
  const head = readHead(db);
  return {
    site: siteOf(db).name,
    head: head && { seq: head.seq, hash: head.hash.toString("hex"), at: head.at },
    shifts: listShifts({ db }, cliActor(loginName()), { limit: 100, state: "open" }).items,
    lanes: readSetupState({ db }).lanes,
  };
}

/** Whether a daemon answers on loopback, and what it says of its ledger. That none runs is no error. */
async function askDaemon(cli: Cli): Promise<{ daemon: Status["daemon"]; ledger: Omit<Status["ledger"], "head"> }> {
  const url = await daemonUrl(cli);
  const health = await fetchJson<{ version?: string }>(`${url}/healthz`);
  const unknown = { ok: null, message: "not checked; run boothctl ledger verify" };
  if (!health) return { daemon: { running: false, url, version: null }, ledger: unknown };
  const ready = await fetchJson<{ checks?: { ledger?: { ok: boolean; message: string } } }>(`${url}/readyz`);
  const ledger = ready?.checks?.ledger;
  return {
    daemon: { running: true, url, version: health.version ?? null },
    ledger: ledger ? { ok: ledger.ok, message: ledger.message } : unknown,
  };
}

async function fetchJson<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "error" });
    return (await answer.json()) as T;
  } catch {
    return null;
  }
}

function asText({ version, site, dataDir, daemon, ledger, shifts, lanes }: Status, { paint }: Cli): string {
  const head = ledger.head
    ? `entry ${ledger.head.seq} · ${ledger.head.hash.slice(0, 12)} · ${ledger.head.at}`
    : "empty";
  const state = ledger.ok === false ? paint.red(ledger.message) : ledger.message;
  const open = shifts.map((shift) => `#${shift.number} since ${shift.openedAt}`).join(", ");
  const rows = [
    ["site", `${site} (${dataDir})`],
    ["version", version],
    [
      "daemon",
      daemon.running ? `answers at ${daemon.url}, version ${daemon.version}` : `does not answer at ${daemon.url}`,
    ],
    ["ledger", `${head} · ${state}`],
    ["open shifts", open || "none"],
  ] as const;
  return `${pairs(rows)}\n\n${lanes.length > 0 ? laneTable(lanes) : "No lane is assigned yet."}`;
}
