import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { assetPath } from "../../common/node/assets.ts";
import { openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { BackupFailure } from "../../daemon/services/backup/failure.ts";
import { stageBackup } from "../../daemon/services/restore/staging.ts";
import { BOOTHCTL } from "../helpers/cli.ts";
import type { Outcome, Restore } from "./backup-mutations.ts";

/** Stages a backup in this process, as a restore does before it takes its place. */
export const stageHere: Restore = async (file, into, { BACKUP_KEY: backupKey, EVENT_SIGNING_KEY: seed }) => {
  const keys = openLedgerKeys(Buffer.from(seed, "base64url"));
  const opened = await open(file);
  try {
    const order = { file: opened, backupKey, keys, migrations: assetPath("migrations/booth") };
    const { discard } = await stageBackup(order, into);
    await discard();
    return { code: "opened", message: "" };
  } catch (error) {
    if (error instanceof BackupFailure) return { code: error.fault, message: error.message };
    return { code: "thrown", message: String(error) };
  } finally {
    await opened.close();
  }
};

/** `boothctl backup restore` in a process of its own; what is in the directory is to be set aside. */
export const restoreByCommand: Restore = (file, into, keys) => {
  const args = ["backup", "restore", file, "--into", into, "--set-aside", "--confirm", "booth-1", "--json"];
  const env = { PATH: process.env.PATH, COOKIE_SECURE: "0", DATA_DIR: `${into}-none`, SESSION_SECRET: SECRET, ...keys };
  const child = spawn(process.execPath, [BOOTHCTL, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? { code: "opened", message: "" } : errorIn(said)));
  });
};

const SECRET = "a session secret that only this proof knows, 32 bytes or more";

function errorIn(said: string): Outcome {
  try {
    return JSON.parse(said.trim().split("\n").at(-1) ?? "") as Outcome;
  } catch {
    return { code: "unreadable", message: said };
  }
}
