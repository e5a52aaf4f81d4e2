import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import { assetPath } from "../common/node/assets.ts";

const test = suite("kiosk weight");
const folder = assetPath("kiosk");
const read = (name: string) => readFileSync(join(folder, name));
const page = read("index.html").toString();

/** A script and all it imports at once; what it fetches later is not part of a cold start. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = read(name).toString();
  for (const [, imported] of source.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
    withImports(String(imported), found);
  return found;
}

const zipped = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);

test("the kiosk starts with at most 60 kB of script and 10 kB of style, compressed", () => {
  const [, script = ""] = /<script type="module" src="\/([^"]+)"/.exec(page) ?? [];
  const [, style = ""] = /<link rel="stylesheet" href="\/([^"]+)"/.exec(page) ?? [];
  const scripts = zipped(withImports(script));
  assert.ok(scripts <= 60_000, `${scripts} bytes of script`);
  assert.ok(scripts > 10_000, `only ${scripts} bytes of script were found`);
  assert.ok(zipped([style]) <= 10_000, `${zipped([style])} bytes of style`);
});

test("the site manager's pages are not part of the start", () => {
  const [, script = ""] = /<script type="module" src="\/([^"]+)"/.exec(page) ?? [];
  for (const name of withImports(script)) assert.equal(read(name).includes("admin-nav"), false, name);
});

test.run();
