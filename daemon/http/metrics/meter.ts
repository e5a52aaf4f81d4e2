import type { Registry } from "prom-client";
import type { Booth } from "../../context.ts";
import type { Backups } from "../../services/backups.ts";
import type { Feed } from "../feed.ts";

/** What meters are made of. */
export interface MeterParts {
  booth: Booth;
  feed: Pick<Feed, "clients">;
  backups: Pick<Backups, "look" | "status">;
  registry: Registry;
}

/** Counts and measures one part of the booth into the registry. */
export type Meter = (parts: MeterParts) => void;
