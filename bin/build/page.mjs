// Bundles one browser page under hashed names and compresses it once, here, instead of on every request.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Builds the page in `source` (main.tsx with the style.css it imports) into the folder `target` and prints its size.
 * `base` is the path its files are served below, such as `/`.
 * index.html is a template: the script and the style sheet are put at the end of its head. Pictures keep their names.
 * The style sheet admin.css, if there is one, is only named there; the page fetches it when somebody goes to those pages.
 */
export async function buildPage(source, target, base) {
  const { metafile } = await build({
    entryPoints: { main: join(source, "main.tsx"), ...lateStyleOf(source) },
    outdir: target,
    bundle: true,
    format: "esm",
    splitting: true,
    minify: true,
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "file", ".png": "file", ".woff2": "file" },
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  const outputs = Object.entries(metafile.outputs);
  const [script, output] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith("main.tsx"));
  const late = outputs.find(([name, { entryPoint }]) => entryPoint?.endsWith("admin.css") && name.endsWith(".css"));
  const template = readFileSync(join(source, "index.html"), "utf8");
  const style = output.cssBundle ? `  <link rel="stylesheet" href="${base}${basename(output.cssBundle)}">\n  ` : "";
  const lateTag = late ? `  <meta name="style-admin" content="${base}${basename(late[0])}">\n  ` : "";
  const tags = `${lateTag}${style}  <script type="module" src="${base}${basename(script)}"></script>\n  `;
  if (!template.includes("</head>")) throw new Error("index.html has no </head> to put the script before");
  const html = template.replace("</head>", () => `${tags}</head>`);
  refuseInline(html);
  writeFileSync(join(target, "index.html"), html);
  for (const file of readdirSync(source).filter((name) => /\.(svg|png|ico|webmanifest)$/.test(name))) {
    copyFileSync(join(source, file), join(target, file));
  }
  compress(basename(target), target);
}

function lateStyleOf(source) {
  const late = join(source, "admin.css");
  return existsSync(late) ? { admin: late } : {};
}

/** The page is served with a policy that forbids inline code: better found here than as a blank screen. */
function refuseInline(html) {
  if (/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i.test(html)) {
    throw new Error("index.html holds an inline script or style, which the content security policy forbids");
  }
}

function compress(name, folder) {
  let plain = 0;
  let zipped = 0;
  for (const file of readdirSync(folder).filter((entry) => /\.(html|js|css|svg)$/.test(entry))) {
    const bytes = readFileSync(join(folder, file));
    const gzip = gzipSync(bytes, { level: 9 });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(join(folder, `${file}.gz`), gzip);
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
    plain += bytes.length;
    zipped += gzip.length;
  }
  console.log(`build: ${name} ${kilobytes(plain)}, gzip ${kilobytes(zipped)}`);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
