import { Option } from "commander";
import { EVENT_KINDS } from "../../common/events.ts";

/** `--kind`, of entries. */
export const kindOption = (about: string): Option => new Option("--kind <kind>", about).choices(EVENT_KINDS);
