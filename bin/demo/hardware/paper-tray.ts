import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Paper } from "./paper.ts";

/** Lays each paper into a folder, `0001.txt` first, for a person to look at; goes on where an earlier tray ended. */
export function openPaperTray(folder: string): (paper: Paper) => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let last = Math.max(0, ...readdirSync(folder).map((name) => Number.parseInt(name, 10) || 0));
  return ({ text, qr, pictures }) => {
    last += 1;
    const drawn = [
      ...qr.map((code) => `[QR code: ${code}]\n`),
      ...pictures.map(({ width, height }) => `[picture of ${width} x ${height} dots]\n`),
    ];
    writeFileSync(join(folder, `${String(last).padStart(4, "0")}.txt`), [text, ...drawn].join(""), { mode: 0o600 });
  };
}
