import { join } from "node:path";
import { addBooth, listBooths, rotateToken } from "../../collector/booths.ts";
import type { CollectorConfig } from "../../collector/context.ts";
import { startCollector as start } from "../../collector/main.ts";
import { systemClock } from "../../common/node/clock.ts";
import { writeDurably } from "../../common/node/durable-file.ts";
import { openLog } from "../../common/node/log.ts";
import { openPasswords } from "../../common/node/passwords.ts";
import { makePassword, type Person } from "./people.ts";
import type { DemoFolder } from "./stage.ts";

/** Every second car that comes in: enough to label, and few enough to see that it is a sample. */
const ENTRY_SAMPLE = 2;
const NAME = "reviewer";

/** The review collector beside the demo's booth. */
export interface DemoCollector {
  /** Its page. */
  url: string;
  reviewer: Person;
  dataDir: string;
  /** The settings with which the booth sends to it; boothctl in another terminal takes the token from its file. */
  booth: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts it in a directory of its own below the demo's, with a new password, and makes a token for the demo's booth. */
export async function startCollector(
  { path, environment: { BOOTH_ID = "" } }: DemoFolder,
  config: Pick<CollectorConfig, "host" | "port" | "log" | "version">,
): Promise<DemoCollector> {
  const dataDir = join(path, "collector");
  const password = makePassword();
  const { collector, url, stop } = await start({
    config: { ...config, dataDir },
    clock: systemClock,
    log: openLog(config.log),
    reviewerLogin: { name: NAME, hash: await openPasswords().hash(password) },
  });
  const isKept = listBooths(collector).some(({ id }) => id === BOOTH_ID);
  const { token } = isKept ? rotateToken(collector, BOOTH_ID) : addBooth(collector, BOOTH_ID);
  const tokenFile = join(path, "collector-token.key");
  writeDurably(tokenFile, token);
  const sending = { COLLECTOR_URL: url, CARWASH_REVIEW_ENTRY_SAMPLE: String(ENTRY_SAMPLE) };
  return {
    url: `${url}/review`,
    reviewer: { username: NAME, password, about: "labels pictures of cars, at the collector" },
    dataDir,
    booth: { ...sending, COLLECTOR_TOKEN: token },
    environment: { ...sending, COLLECTOR_TOKEN_FILE: tokenFile },
    stop,
  };
}
