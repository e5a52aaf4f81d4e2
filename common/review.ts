import * as v from "valibot";
import { Instant, Slug } from "./api/parts.ts";

/** The vehicle classes of tariffs, sessions and review verdicts. */
export const VEHICLE_CLASSES = [
  "sedan",
  "hatchback",
  "suv",
  "mpv",
  "van",
  "pickup",
  "truck",
  "bus",
  "motorcycle",
  "other",
] as const;

export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

export const VehicleClassName = v.picklist(VEHICLE_CLASSES, `expected one of ${VEHICLE_CLASSES.join(", ")}`);

/** What the reviewers decide: a class, that nothing can be seen, or that somebody else may look. */
export const VERDICTS = [...VEHICLE_CLASSES, "unusable", "skip"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const REVIEW_KINDS = ["wash", "entry"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** The largest crop the collector takes. */
export const CROP_BYTES = 2_097_152;

/** Made at the booth, unique there: a UUID (RFC 9562) or a ULID. */
export const ItemId = v.pipe(
  v.string("expected a UUID or a ULID"),
  v.regex(
    /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i,
    "expected a UUID or a ULID",
  ),
);

const Name = v.pipe(
  v.string("expected text"),
  v.minLength(1, "expected some text"),
  v.maxLength(200, "expected at most 200 characters"),
);

const everyPackage = {
  itemId: ItemId,
  boothId: Slug,
  takenAt: Instant,
  /** Null where the camera names no class. */
  cameraClass: v.nullable(VehicleClassName),
};

/** A car wash's order as a reviewer judges it: what the operator chose beside what the camera says. */
export const WashMeta = v.strictObject({
  kind: v.literal("wash"),
  ...everyPackage,
  order: v.strictObject({ id: Name }),
  /** Keyed at the booth: the collector can tell operators apart, and not who they are. */
  operator: v.strictObject({
    hash: v.pipe(
      v.string("expected text"),
      v.regex(/^[A-Za-z0-9_=-]{1,128}$/, "expected 1 to 128 letters, digits, _ = or -"),
    ),
  }),
  operatorCategory: v.strictObject({
    id: Name,
    name: Name,
    classes: v.pipe(
      v.array(VehicleClassName, "expected a list of vehicle classes"),
      v.minLength(1, "expected at least one class"),
      v.maxLength(VEHICLE_CLASSES.length, "expected each class once at most"),
    ),
  }),
});

/** A sampled entry: the crop and what the camera says, and nothing of any operator. */
export const EntryMeta = v.strictObject({ kind: v.literal("entry"), ...everyPackage });

/** What goes with a crop from the booth to the collector. */
export const ReviewMeta = v.variant("kind", [WashMeta, EntryMeta], "expected kind to be wash or entry");

export type WashMeta = v.InferOutput<typeof WashMeta>;
export type EntryMeta = v.InferOutput<typeof EntryMeta>;
export type ReviewMeta = v.InferOutput<typeof ReviewMeta>;
