import * as v from "valibot";
import { REVIEW_KINDS, VEHICLE_CLASSES, VehicleClassName } from "../review.ts";
import { At, Int, Line, numberedPageQuery, Plate, pageOf, Slug } from "./parts.ts";

const MOST_CATEGORIES = 20;

/** What a car wash sells: a name for a set of vehicle classes. */
export const WashCategory = v.strictObject({
  id: Slug,
  name: v.pipe(Line, v.maxLength(60, "expected at most 60 characters")),
  classes: v.pipe(
    v.array(VehicleClassName, "expected a list of vehicle classes"),
    v.minLength(1, "expected at least one class"),
    v.transform((classes) => VEHICLE_CLASSES.filter((each) => classes.includes(each))),
  ),
});
export type WashCategory = v.InferOutput<typeof WashCategory>;

/** What PUT /api/carwash/categories takes: all categories, in the order in which they are shown. */
export const WashCategories = v.strictObject({
  items: v.pipe(
    v.array(WashCategory, "expected a list of categories"),
    v.maxLength(MOST_CATEGORIES, `expected at most ${MOST_CATEGORIES} categories`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [index, category] of dataset.value.entries()) {
        const first = dataset.value.findIndex((other) => other.id === category.id || other.name === category.name);
        if (first === index) continue;
        const same = dataset.value[first]?.id === category.id ? "id" : "name";
        addIssue({
          message: `expected ${same === "id" ? "an id" : "a name"} that no other category has`,
          path: [
            { type: "array", origin: "value", input: dataset.value, key: index, value: category },
            { type: "object", origin: "value", input: category, key: same, value: category[same] },
          ],
        });
      }
    }),
  ),
  /** As the GET answers it, so that its answer can be sent back. */
  next: v.optional(v.null("expected null")),
});
export type WashCategories = v.InferOutput<typeof WashCategories>;

export const WashCategoryList = v.strictObject({
  items: v.array(WashCategory),
  next: v.null(),
});
export type WashCategoryList = v.InferOutput<typeof WashCategoryList>;

/** Whose car is to be washed, by its stay or by the plate of a car inside, and as what. */
export const WashOrderRequest = v.pipe(
  v.strictObject({ sessionId: v.optional(Slug), plate: v.optional(Plate), categoryId: Slug }),
  v.check(
    ({ sessionId, plate }) => (sessionId === undefined) !== (plate === undefined),
    "expected either sessionId or plate",
  ),
);
export type WashOrderRequest = v.InferOutput<typeof WashOrderRequest>;

export const WashOrderQuery = v.strictObject({ ...numberedPageQuery, session: v.optional(Slug) });
export type WashOrderQuery = v.InferOutput<typeof WashOrderQuery>;

/** A wash that was ordered: what the operator chose, beside what the camera had said. */
export const WashOrder = v.strictObject({
  id: v.string(),
  seq: Int,
  sessionId: v.string(),
  plate: v.nullable(v.string()),
  category: WashCategory,
  /** Null where the camera named no class. */
  cameraClass: v.nullable(VehicleClassName),
  /** Whether a package of it went into the review queue. */
  queued: v.boolean(),
  orderedAt: At,
  orderedBy: v.string(),
  /** Who that was as people call them; the id of somebody who was deleted. */
  orderedByName: v.string(),
});
export type WashOrder = v.InferOutput<typeof WashOrder>;

/** What can be ordered for a stay, and what the camera at the entry named its car. */
export const WashOffer = v.strictObject({
  categories: v.array(WashCategory),
  cameraClass: v.nullable(VehicleClassName),
});
export type WashOffer = v.InferOutput<typeof WashOffer>;

/** `GET /api/carwash/orders`; asked for a stay, also what can be ordered for it. */
export const WashOrderList = v.strictObject({ ...pageOf(WashOrder).entries, offer: v.exactOptional(WashOffer) });
export type WashOrderList = v.InferOutput<typeof WashOrderList>;

/** A package the collector refused for good. */
export const SetAsideItem = v.strictObject({
  itemId: v.string(),
  kind: v.picklist(REVIEW_KINDS),
  queuedAt: At,
  setAsideAt: At,
  reason: v.string(),
});
export type SetAsideItem = v.InferOutput<typeof SetAsideItem>;

const waiting = { items: Int, bytes: Int, oldest: v.nullable(At) };

/** How the review queue stands. Bytes are those of the crops. */
export const ReviewStatus = v.strictObject({
  /** Without a way to send, packages wait; `queueing` is false where nothing is queued at all. */
  collectorUrl: v.nullable(v.string()),
  queueing: v.boolean(),
  queue: v.strictObject({
    wash: v.strictObject(waiting),
    entry: v.strictObject(waiting),
    ...waiting,
    limits: v.strictObject({ items: Int, bytes: Int }),
  }),
  sent: Int,
  /** Packages that had to make room, or could not be kept. */
  dropped: v.strictObject({ wash: Int, entry: Int }),
  setAside: v.strictObject({ count: Int, items: v.array(SetAsideItem) }),
  lastUpload: v.nullable(At),
  /** What went wrong since the last upload that worked. */
  lastError: v.nullable(v.strictObject({ at: At, message: v.string() })),
  nextTry: v.nullable(At),
});
export type ReviewStatus = v.InferOutput<typeof ReviewStatus>;

/** `GET /api/carwash/status` */
export const CarwashStatus = v.strictObject({
  ...ReviewStatus.entries,
  /** One in so many entries is sampled; 0 is off. */
  entrySample: Int,
  /** Entries counted for the sampling. */
  entries: Int,
});
export type CarwashStatus = v.InferOutput<typeof CarwashStatus>;
