import { mkdirSync } from "node:fs";
import { sql } from "../common/node/db.ts";
import { holdDataDir } from "../common/node/hold-data-dir.ts";
import { closeServer, listen, openServer } from "../common/node/http-server.ts";
import { createApp } from "./app.ts";
import type { Collector, ReviewerLogin } from "./context.ts";
import { openCrops } from "./crops.ts";
import { openIntake } from "./ingest.ts";
import { type CollectorParts, openCollector } from "./open-collector.ts";
import { openReviewer } from "./reviewer.ts";
import { sweepStrayCrops } from "./stray-crops.ts";

export interface RunningCollector {
  collector: Collector;
  url: string;
  /** Whether one row can be read: what the watchdog needs to hear. */
  isReadable(): boolean;
  /** Lets requests finish and closes the database. Can be called twice. */
  stop(): Promise<void>;
}

/** Starts a collector: database, crops, HTTP. One a data directory. */
export async function startCollector(
  parts: Omit<CollectorParts, "migrate"> & { reviewerLogin: ReviewerLogin },
): Promise<RunningCollector> {
  const { reviewerLogin, ...own } = parts;
  const { config, log, clock } = own;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const hold = holdDataDir(config.dataDir, "collector");
  let collector: Collector | undefined;
  const close = () => {
    collector?.db.close();
    hold.release();
  };
  try {
    const opened = await openCollector({ ...own, migrate: true });
    collector = opened;
    const crops = await openCrops(config.dataDir);
    await sweepStrayCrops(collector);
    const intake = openIntake(collector, crops);
    const app = createApp(collector, intake, openReviewer(reviewerLogin, clock));
    const server = openServer(app.callback());
    const url = await listen(server, config.host, config.port);
    log.info({ url, version: config.version }, "the collector is open");
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await closeServer(server);
      await intake.close();
      close();
      log.info("the collector is closed");
    };
    return {
      collector,
      url,
      isReadable: () => sql(opened.db, "SELECT 1 FROM migrations LIMIT 1").get() !== undefined,
      stop() {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
