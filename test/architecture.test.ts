import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { layerOf } from "./helpers/layers.ts";
import { findInCode, readSources, readStyles, root, type Source } from "./helpers/source-tree.ts";

const architecture = suite("architecture");
const sources = readSources();
const product = sources.filter(({ path }) => !path.startsWith("test/") && !path.startsWith("bin/build/"));

/** Fails with one line per breach, each beginning with file:line. */
function assertNone(breaches: readonly string[]): void {
  assert.equal(breaches.length, 0, `\n${breaches.join("\n")}`);
}

architecture("the source is read, imports are found", () => {
  assert.ok(product.length > 5);
  assert.ok(product.some(({ imports }) => imports.length > 0));
});

architecture("every file has its place in the house", () => {
  assertNone(product.filter(({ path }) => !layerOf(path)).map(({ path }) => `${path}:1: belongs to no layer`));
});

architecture("a layer imports only what it may see", () => {
  const breaches = product.flatMap(({ path, imports }) => {
    const layer = layerOf(path);
    return imports.flatMap(({ target, line, specifier }) => {
      if (!layer || !target) return [];
      const other = layerOf(target)?.name ?? "nothing of the house";
      const allowed = other === layer.name || layer.sees.includes(other);
      return allowed ? [] : [`${path}:${line}: ${layer.name} must not import ${other} (${specifier})`];
    });
  });
  assertNone(breaches);
});

architecture("a layer imports only packages it may use", () => {
  const breaches = product.flatMap(({ path, imports }) => {
    const layer = layerOf(path);
    return imports
      .filter(({ specifier, target }) => !target && layer?.notPackages?.test(specifier))
      .map(({ specifier, line }) => `${path}:${line}: ${layer?.name} must not import ${specifier}`);
  });
  assertNone(breaches);
});

architecture("context holds types only", () => {
  const breaches = product
    .filter(({ path }) => path === "daemon/context.ts")
    .flatMap(({ path, imports }) =>
      imports.filter(({ typeOnly }) => !typeOnly).map(({ line }) => `${path}:${line}: needs "import type"`),
    );
  assertNone(breaches);
});

architecture("every relative import names a file that exists, with its extension", () => {
  const breaches = product.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ target }) => target && !/^dist\//.test(target) && !(/\.\w+$/.test(target) && existsSync(join(root, target))),
      )
      .map(({ specifier, line }) => `${path}:${line}: ${specifier} does not exist`),
  );
  assertNone(breaches);
});

/** Follows the imports in depth; an edge back into the path walked so far closes a circle. */
function findCircles(files: readonly Source[]): string[] {
  const byPath = new Map(files.map((source) => [source.path, source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    for (const { target, line } of byPath.get(path)?.imports ?? []) {
      if (!target || done.has(target)) continue;
      const start = trail.indexOf(target);
      if (start < 0) visit(target, [...trail, target]);
      else circles.push(`${path}:${line}: closes the circle ${[...trail.slice(start), target].join(" → ")}`);
    }
    done.add(path);
  };
  for (const { path } of files) if (!done.has(path)) visit(path, [path]);
  return circles;
}

architecture("no circle of imports, not even of types", () => {
  assertNone(findCircles(sources));
});

architecture("only bin and settings read the environment", () => {
  const others = product.filter(({ path }) => !path.startsWith("bin/") && !path.endsWith("/settings.ts"));
  assertNone(findInCode(others, /\bprocess\s*\.\s*env\b/g, "reads the environment"));
  assertNone(findInCode(others, /\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g, "reads the environment"));
});

architecture("only the clock reads the time", () => {
  const clocks = new Set(["common/node/clock.ts", "kiosk/clock.ts"]);
  const others = product.filter(({ path }) => !clocks.has(path));
  const reads =
    /\bDate\s*\.\s*now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!new )(?<![\w.])Date\(|\bperformance\s*\.\s*now\b|\bTemporal\s*\.\s*Now\b|\bprocess\s*\.\s*hrtime\b/g;
  assertNone(findInCode(others, reads, "reads the time"));
});

architecture("no any, no non-null assertion, no rule switched off", () => {
  const lint = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/@biomejs/biome/bin/biome"),
      "lint",
      "--only=suspicious/noExplicitAny",
      "--only=style/noNonNullAssertion",
      "--max-diagnostics=50",
      "--reporter=github",
      ".",
    ],
    { cwd: root, encoding: "utf8" },
  );
  assert.equal(lint.status, 0, lint.stdout + lint.stderr);
  const off =
    /@ts-(?:ignore|nocheck|expect-error)|biome-ignore(?:-all|-start)? lint\/(?:suspicious\/noExplicitAny|style\/noNonNullAssertion)/g;
  const written = product.map((source) => ({ ...source, code: source.text }));
  assertNone(findInCode(written, off, "switches a check off"));
});

architecture("no file is longer than 300 lines", () => {
  const styles = readStyles();
  assert.ok(styles.length > 5);
  const long = [...sources, ...styles].map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }));
  assertNone(long.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}:301: has ${lines} lines`));
});

architecture("the top level holds only what belongs there", () => {
  const allowed =
    /^(\..*|package\.json|package-lock\.json|tsconfig\.json|biome\.json|README\.md|LICENSE|bin|daemon|kiosk|collector|common|migrations|systemd|test)$/;
  const ignoredByGit = /^(node_modules|dist|var|coverage|shots|.*\.log)$/;
  const strangers = readdirSync(root).filter((name) => !allowed.test(name) && !ignoredByGit.test(name));
  assertNone(strangers.map((name) => `${name}:1: does not belong to the top level`));
});

architecture("a test file has one suite, runs it, and hides no test", () => {
  const tests = sources.filter(({ path }) => path.endsWith(".test.ts"));
  const breaches = tests.flatMap(({ path, code, text }) => {
    const suites = [...code.matchAll(/=\s*suite\b\s*(?:<[^;]*?>)?\(/g)].length;
    const usesDefault = /import \{[^}]*\btest\b[^}]*\} from "uvu"/.test(text);
    const count = suites + (usesDefault ? 1 : 0);
    const lines = text.trimEnd().split("\n");
    return [
      ...(count === 1 ? [] : [`${path}:1: has ${count} suites, not one`]),
      ...(/^\w+\.run\(\);$/.test(lines.at(-1) ?? "") ? [] : [`${path}:${lines.length}: does not end in .run();`]),
    ];
  });
  assertNone(breaches);
  assertNone(findInCode(tests, /\.(?:only|skip|before)\(/g, "hides tests or failures"));
});

architecture("nothing names a folder of somebody's machine", () => {
  const written = sources.map((source) => ({ ...source, code: source.text }));
  assertNone(
    findInCode(
      written,
      /["'`\s](?:\/home\/\w+|\/Users\/\w+|\/work\/\w+|\/root\/\w*|[A-Z]:\\\\?Users)/g,
      "names a machine's folder",
    ),
  );
});

architecture.run();
