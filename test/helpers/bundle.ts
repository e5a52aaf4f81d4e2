import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Test files as programs that Node starts at once: loading hundreds of sources one by one takes longer than most tests. */
export interface Bundle {
  programOf(file: string): string;
  remove(): void;
}

/** Builds test files into a folder of their own below `var`, with what they share built once; packages stay outside. */
export async function bundleTests(root: string, files: readonly string[]): Promise<Bundle> {
  mkdirSync(join(root, "var"), { recursive: true });
  const folder = mkdtempSync(join(root, "var", "tests-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const options = { bundle: true, splitting: true, format: "esm", platform: "node", packages: "external" } as const;
  try {
    await build({
      ...options,
      entryPoints: [...files],
      outdir: folder,
      outbase: root,
      sourcemap: "linked",
      logLevel: "error",
      plugins: [sourcePlaces],
    });
  } catch (error) {
    remove();
    throw error;
  }
  const programOf = (file: string) => join(folder, relative(root, file).replace(/\.ts$/, ".js"));
  return { programOf, remove };
}

/** A source goes on to find what lies beside it: where it was written, not where it was built to. */
const sourcePlaces: Plugin = {
  name: "source places",
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.")) return null;
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: extname(path) === ".tsx" ? "tsx" : "ts" };
    });
  },
};
