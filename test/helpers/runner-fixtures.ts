// Small suites that uvu's own command would call passed; each is a trap the runner must not fall into.

function suiteOf(body: string, end = "s.run();"): string {
  return `import { suite } from "uvu";\nconst s = suite("fixture");\n${body}\n${end}\n`;
}

/** Source of a test file, by the name it gets. */
export const fixtures = {
  good: suiteOf('s("one", () => {}); s("two", () => {});'),
  failing: suiteOf('s("one", () => {}); s("two", () => { throw new Error("wrong"); });'),
  "before-throws": suiteOf('s.before(() => { throw new Error("no database"); }); s("one", () => {});'),
  "after-each-throws": suiteOf('s.after.each(() => { throw new Error("left open"); }); s("one", () => {});'),
  "no-run": suiteOf('s("one", () => {});', ""),
  only: suiteOf('s.only("one", () => {}); s("two", () => {});'),
  skip: suiteOf('s("one", () => {}); s.skip("two", () => {});'),
  "throws-text": suiteOf('s("one", () => { throw "text"; });'),
  "exits-early": suiteOf('s("one", () => process.exit(0));'),
  "late-exit-code": suiteOf('s("one", () => {}); process.on("exit", () => { process.exitCode = 3; });'),
  hangs: suiteOf('setInterval(() => {}, 1000); s("one", () => new Promise(() => {}));'),
  environment: suiteOf('s("one", () => { if (process.env.DATA_DIR) throw new Error("leaked"); });'),
};
