import * as v from "valibot";
import { type ReviewKind, VEHICLE_CLASSES, type VehicleClass, VehicleClassName } from "../review.ts";
import { Line, numberedPageQuery, type Page, Plate, Slug } from "./parts.ts";

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

export interface WashCategoryList {
  items: WashCategory[];
  next: null;
}

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
export interface WashOrder {
  id: string;
  seq: number;
  sessionId: string;
  plate: string | null;
  category: WashCategory;
  /** Null where the camera named no class. */
  cameraClass: VehicleClass | null;
  /** Whether a package of it went into the review queue. */
  queued: boolean;
  orderedAt: string;
  orderedBy: string;
  /** Who that was as people call them; the id of somebody who was deleted. */
  orderedByName: string;
}

/** What can be ordered for a stay, and what the camera at the entry named its car. */
export interface WashOffer {
  categories: WashCategory[];
  cameraClass: VehicleClass | null;
}

/** `GET /api/carwash/orders`; asked for a stay, also what can be ordered for it. */
export interface WashOrderList extends Page<WashOrder> {
  offer?: WashOffer;
}

/** A package the collector refused for good. */
export interface SetAsideItem {
  itemId: string;
  kind: ReviewKind;
  queuedAt: string;
  setAsideAt: string;
  reason: string;
}

/** How the review queue stands. Bytes are those of the crops. */
export interface ReviewStatus {
  /** Without a way to send, packages wait; `queueing` is false where nothing is queued at all. */
  collectorUrl: string | null;
  queueing: boolean;
  queue: Record<ReviewKind, { items: number; bytes: number; oldest: string | null }> & {
    items: number;
    bytes: number;
    oldest: string | null;
    limits: { items: number; bytes: number };
  };
  sent: number;
  /** Packages that had to make room, or could not be kept. */
  dropped: Record<ReviewKind, number>;
  setAside: { count: number; items: SetAsideItem[] };
  lastUpload: string | null;
  /** What went wrong since the last upload that worked. */
  lastError: { at: string; message: string } | null;
  nextTry: string | null;
}

/** `GET /api/carwash/status` */
export interface CarwashStatus extends ReviewStatus {
  /** One in so many entries is sampled; 0 is off. */
  entrySample: number;
  /** Entries counted for the sampling. */
  entries: number;
}
