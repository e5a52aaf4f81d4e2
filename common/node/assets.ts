import { fileURLToPath } from "node:url";

const fromSource = import.meta.url.endsWith(".ts");
const dist = new URL(fromSource ? "../../dist/" : "./", import.meta.url);

/** The path of a built file, such as `migrations/booth` or `verify-worker.js`; run from source, the last build's. */
export function assetPath(name: string): string {
  return fileURLToPath(new URL(name, dist));
}
