import * as v from "valibot";
import { MODULE_IDS } from "../modules.ts";
import { OCCUPANCY_REASONS } from "../words.ts";
import { At, Instant, Int, LanguageCode, Line, noteForOther, reasonOf } from "./parts.ts";

const Text = (most: number) =>
  v.pipe(
    v.string("expected text"),
    v.transform((text) => text.replaceAll("\r\n", "\n")),
    v.maxLength(most, `expected at most ${most} characters`),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a printer or a terminal would obey is refused here
    v.regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, "expected text without control characters but line ends"),
  );
const count = (most: number) =>
  v.pipe(
    v.number("expected a whole number"),
    v.integer("expected a whole number"),
    v.minValue(0, "expected 0 or more"),
    v.maxValue(most, `expected at most ${most}`),
  );

const Timezone = v.pipe(
  v.string("expected a time zone"),
  v.check((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone })) && /^[A-Za-z]/.test(zone);
    } catch {
      return false;
    }
  }, "expected a time zone of the IANA list, such as Europe/Madrid"),
);

/** What PUT /api/site-config takes, each member at will; an absent key stays as it is. */
export const SiteConfigUpdate = v.partial(
  v.strictObject({
    name: Line,
    address: Text(500),
    timezone: Timezone,
    currency: v.pipe(
      v.string("expected a currency"),
      v.check((code) => Intl.supportedValuesOf("currency").includes(code), "expected an ISO 4217 code, such as EUR"),
    ),
    language: LanguageCode,
    capacity: v.nullable(count(100_000)),
    receiptHeader: Text(500),
    receiptFooter: Text(500),
    taxLabel: Text(40),
    modules: v.nullable(
      v.pipe(
        v.array(v.string("expected a module id"), "expected a list of module ids"),
        v.maxLength(20, "expected at most 20 modules"),
      ),
    ),
    entryPresenceBypass: v.boolean("expected true or false"),
    entryPresenceBypassUntil: v.nullable(Instant),
    plateRetentionDays: v.pipe(count(3650), v.minValue(1, "expected 1 or more")),
  }),
);
export type SiteConfigUpdate = v.InferOutput<typeof SiteConfigUpdate>;

export const SiteConfig = v.strictObject({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  timezone: v.string(),
  currency: v.string(),
  language: LanguageCode,
  /** Spaces on the site, or null when nobody counts them. */
  capacity: v.nullable(Int),
  receiptHeader: v.string(),
  receiptFooter: v.string(),
  taxLabel: v.string(),
  modules: v.array(v.picklist(MODULE_IDS)),
  modulesEntitled: v.array(v.picklist(MODULE_IDS)),
  modulesActivated: v.nullable(v.array(v.picklist(MODULE_IDS))),
  entryPresenceBypass: v.boolean(),
  entryPresenceBypassUntil: v.nullable(At),
  plateRetentionDays: Int,
});
export type SiteConfig = v.InferOutput<typeof SiteConfig>;

/** What every screen needs to know of the site. */
export const Site = v.strictObject({
  name: v.string(),
  timezone: v.string(),
  currency: v.string(),
  language: LanguageCode,
  capacity: v.nullable(Int),
  carsInside: Int,
  /** Whether visitors are turned away at the entry because every space is taken. */
  full: v.boolean(),
  denominations: v.array(Int),
});
export type Site = v.InferOutput<typeof Site>;

/** How many cars somebody counted, and why the booth's number was wrong. */
export const OccupancyAdjustment = v.pipe(
  v.strictObject({ carsInside: count(100_000), reason: reasonOf(OCCUPANCY_REASONS), note: v.optional(Line) }),
  v.rawCheck((context) => noteForOther(context)),
);
export type OccupancyAdjustment = v.InferOutput<typeof OccupancyAdjustment>;

/** What a sign-in screen shows to anybody. */
export const Hello = v.strictObject({
  siteName: v.string(),
  /** So that a clock before signing in shows the site's time. */
  timezone: v.string(),
  languages: v.array(LanguageCode),
  version: v.string(),
  demo: v.boolean(),
});
export type Hello = v.InferOutput<typeof Hello>;
