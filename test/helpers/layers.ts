// Who may import whom. One line a layer; the first line that matches a file is the file's layer.

/** A part of the house: which files belong to it, which layers it may import, and which packages it may not. */
export type Layer = {
  readonly name: string;
  readonly files: RegExp;
  readonly sees: readonly string[];
  readonly notPackages?: RegExp;
};

const shared = ["common", "common/node"];
const daemonBase = [...shared, "ledger", "devices"];
const belowServices = [...daemonBase, "read-models", "context"];
const belowApp = [...belowServices, "settings", "services", "http door", "http", "modules"];
const web = /^(koa|@koa\/)/;
const node = /^node:|^(koa|@koa\/|better-sqlite3|pino|ws$)/;

/** The layers from the ground up. */
export const layers: readonly Layer[] = [
  { name: "common/node", files: /^common\/node\//, sees: ["common"] },
  { name: "common", files: /^common\//, sees: [], notPackages: node },
  { name: "settings", files: /^daemon\/settings\.ts$/, sees: [...shared, "context"], notPackages: web },
  { name: "ledger", files: /^daemon\/ledger\//, sees: shared, notPackages: web },
  { name: "devices", files: /^daemon\/devices\//, sees: shared, notPackages: web },
  { name: "read-models", files: /^daemon\/read-models\//, sees: daemonBase, notPackages: web },
  { name: "context", files: /^daemon\/context\.ts$/, sees: [...daemonBase, "read-models"] },
  { name: "services", files: /^daemon\/services\//, sees: belowServices, notPackages: web },
  {
    name: "http door",
    files: /^daemon\/http\/(describe|guard|input|identity|report-answer)\.ts$/,
    sees: [...belowServices, "services"],
  },
  { name: "api page", files: /^daemon\/http\/openapi\/page\//, sees: ["common"], notPackages: node },
  { name: "http", files: /^daemon\/http\//, sees: [...belowServices, "services", "http door"] },
  { name: "modules", files: /^daemon\/modules\//, sees: [...shared, "context", "services", "http door"] },
  { name: "app", files: /^daemon\/(app|main|jobs|open-booth|sole-daemon)\.ts$/, sees: belowApp },
  { name: "review page", files: /^collector\/review\/page\//, sees: ["common"], notPackages: node },
  { name: "collector", files: /^collector\//, sees: shared },
  { name: "kiosk", files: /^kiosk\//, sees: ["common"], notPackages: node },
  { name: "bin/build", files: /^bin\/build\//, sees: [] },
  { name: "bin", files: /^bin\//, sees: [...belowApp, "app", "collector"] },
];

/** The layer of a file, or undefined when the file has no place in the house. */
export function layerOf(path: string): Layer | undefined {
  return layers.find(({ files }) => files.test(path));
}
