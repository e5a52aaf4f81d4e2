import { Command } from "commander";
import { about } from "../cli/about.ts";
import { act, type Cli } from "../cli/cli.ts";
import { environmentOf } from "../cli/environment.ts";
import { assertBoothsMachine } from "../cli/side.ts";
import type { Report } from "../doctor/report.ts";

/** `boothctl doctor` */
export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("Looks for problems and names the fix of each; with -v also what is well. Nothing is changed.")
    .option("--strict", "fail for warnings too")
    .action(act((cli, { strict }: { strict?: boolean }) => doctor(cli, strict ?? false)));
  return about(command, {
    examples: ["boothctl doctor", "boothctl doctor -v", "boothctl doctor --strict", "boothctl doctor --json"],
    exits: [6, 8],
  });
}

async function doctor(cli: Cli, strict: boolean): Promise<void> {
  if (!(await environmentOf(cli)).DATA_DIR) assertBoothsMachine();
  const { openPatient } = await import("../doctor/patient.ts");
  const { examine } = await import("../doctor/examine.ts");
  const { reportText } = await import("../doctor/report.ts");
  const { headingOf } = await import("../doctor/heading.ts");
  const { instant } = await import("../../common/node/clock.ts");
  const patient = await openPatient(cli);
  try {
    const checks = await examine(patient);
    const [failed, warnings] = [countOf(checks, "failed"), countOf(checks, "warning")];
    const ok = failed === 0 && (warnings === 0 || !strict);
    const { booth, heading } = headingOf(patient);
    const at = instant(patient.clock.now());
    const report: Report = { ok, booth, version: patient.version, at, failed, warnings, checks };
    cli.print(report, () => reportText(report, heading, cli.paint, cli.verbose));
    cli.exit(ok ? 0 : 8);
  } finally {
    patient.close();
  }
}

const countOf = (checks: Report["checks"], state: "failed" | "warning") =>
  checks.filter((each) => each.state === state).length;
