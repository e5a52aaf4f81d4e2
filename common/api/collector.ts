import * as v from "valibot";
import {
  REVIEW_KINDS,
  type ReviewKind,
  VEHICLE_CLASSES,
  VERDICTS,
  type VehicleClass,
  type WashMeta,
} from "../review.ts";
import { numberedPageQuery, Slug } from "./parts.ts";

/** What became of a package: waiting for a reviewer, labelled with a class, not to be seen on it, or put off. */
export const ITEM_STATES = ["pending", "reviewed", "unusable", "skipped"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** What an item is in the end. */
export const LABELS = [...VEHICLE_CLASSES, "unusable"] as const;
export type Label = (typeof LABELS)[number];

/** A package as a reviewer sees it. An entry has neither order nor operator nor category. */
export interface ReviewItem {
  boothId: string;
  itemId: string;
  kind: ReviewKind;
  state: ItemState;
  takenAt: string;
  receivedAt: string;
  cameraClass: VehicleClass | null;
  operatorCategory?: WashMeta["operatorCategory"];
  operatorHash?: string;
  /** Where its picture is fetched. */
  crop: string;
  /** The class, or `unusable`; null while there is none. */
  verdict: Label | null;
  reviewedAt: string | null;
}

/** An item that one client may label until its lease ends. */
export interface LeasedItem extends ReviewItem {
  leaseUntil: string;
}

/** How the work goes on: what waits under the filter, and the pace of this reviewer's client. */
export interface ReviewProgress {
  /** Those that somebody else skipped wait too. */
  pending: number;
  /** What this client skipped itself. It is shown to others, and to this client once it asks for it by `skippedUpTo`. */
  skipped: number;
  /** By all reviewers, since midnight UTC. */
  labelledToday: number;
  /** Of this client's labels of the last ten minutes. */
  perMinute: number;
  /** The number of the last verdict that is reckoned with here; 0 is none. Of two answers, the higher one is newer. */
  seq: number;
}

/** The items leased to a client, the one to show first. Empty when nothing waits. */
export interface NextItems {
  items: LeasedItem[];
  progress: ReviewProgress;
  booths: string[];
}

/** The page a client makes up an id for itself, so that its leases are its own. */
export const ClientId = v.pipe(
  v.string("expected text"),
  v.regex(/^[A-Za-z0-9_-]{8,64}$/, "expected 8 to 64 letters, digits, - or _"),
);

const optionalFilters = {
  booth: v.optional(Slug),
  kind: v.optional(v.picklist(REVIEW_KINDS, `expected one of ${REVIEW_KINDS.join(", ")}`)),
};

/** The crops that may be leased to a client at a time. */
export const MOST_LEASES = 30;

const smallCount = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, `expected a whole number from 1 to ${most}`),
    v.transform(Number),
    v.minValue(1, "expected 1 or more"),
    v.maxValue(most, `expected at most ${most}`),
  );

/** What to show next: how many, of which, and whether what this client itself skipped is among them, up to a verdict's number. */
const ahead = {
  n: v.optional(smallCount(MOST_LEASES), "3"),
  skippedUpTo: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, "expected the number of a verdict"), v.transform(Number)),
    "0",
  ),
  ...optionalFilters,
};

export const NextQuery = v.strictObject({ client: ClientId, ...ahead });

export const VerdictRequest = v.strictObject({
  verdict: v.picklist(VERDICTS, `expected one of ${VERDICTS.join(", ")}`),
  client: ClientId,
});

export const UndoRequest = v.strictObject({ client: ClientId });

/** The query of a verdict and an undo: what to show next. */
export const VerdictQuery = v.strictObject(ahead);

/**
 * The answer to a verdict: the item as it is now, and what to show next under the filter of the query. To an undo the
 * same, and the item comes first among those to show.
 */
export interface VerdictAnswer extends NextItems {
  item: ReviewItem;
}

/** What the body of 409 `item_taken` adds: how the item stands, and until when somebody else holds it, if so. */
export interface ItemTaken {
  current: ReviewItem;
  heldUntil: string | null;
}

/** `GET /api/items`: newest first. */
export const ItemsQuery = v.strictObject({
  ...optionalFilters,
  state: v.optional(v.picklist(ITEM_STATES, `expected one of ${ITEM_STATES.join(", ")}`)),
  cameraClass: v.optional(
    v.picklist([...VEHICLE_CLASSES, "none"], `expected one of ${VEHICLE_CLASSES.join(", ")}, none`),
  ),
  verdict: v.optional(v.picklist(LABELS, `expected one of ${LABELS.join(", ")}`)),
  operator: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_=-]{1,128}$/, "expected an operator's hash"))),
  ...numberedPageQuery,
});
export type ItemsQuery = v.InferOutput<typeof ItemsQuery>;

/** `GET /api/stats`. */
export const StatsQuery = v.strictObject(optionalFilters);

/** `GET /api/items`: one cell of a matrix, or whatever else narrows the list. `cameraClass=none` is where the camera said nothing. */
export interface ItemPage {
  items: ReviewItem[];
  next: string | null;
}

/** Counts of the crops with a verdict. Disagree: the reviewer's class lies outside the operator's category. */
export interface Agreement {
  agree: number;
  disagree: number;
  unusable: number;
  /** Of agree in agree + disagree, Wilson's interval at 95 %; null while there are none. */
  share: Share | null;
}

export interface Share {
  value: number;
  low: number;
  high: number;
}

/** A row of the tables of booths and operators. */
export interface AgreementRow extends Agreement {
  boothId: string;
  /** Null in the table of booths. */
  operatorHash: string | null;
}

/** Camera against reviewer: how often which class of the camera was given which label. */
export interface MatrixCell {
  cameraClass: VehicleClass | null;
  verdict: VehicleClass;
  count: number;
}

/** `GET /api/stats?booth=&kind=`. */
export interface ReviewStats {
  states: Record<ReviewKind, Record<ItemState, number>>;
  /** Operators, of washes only. */
  wash: Agreement;
  booths: AgreementRow[];
  operators: AgreementRow[];
  /** Camera against reviewer, for each kind apart; equal counts as agreement. */
  camera: Record<ReviewKind, Agreement & { matrix: MatrixCell[] }>;
}
