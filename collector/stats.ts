import {
  type Agreement,
  type AgreementRow,
  ITEM_STATES,
  type ItemState,
  type Label,
  type MatrixCell,
  type ReviewStats,
} from "../common/api/collector.ts";
import { sql } from "../common/node/db.ts";
import { REVIEW_KINDS, type ReviewKind, type VehicleClass } from "../common/review.ts";
import type { Needs } from "./context.ts";
import { conditionOf, type Filter } from "./items.ts";
import { wilsonShare } from "./wilson.ts";

/** So many items that are alike in all that the statistics look at. */
interface Tally {
  kind: ReviewKind;
  boothId: string;
  state: ItemState;
  operatorHash: string | null;
  cameraClass: VehicleClass | null;
  classes: string | null;
  verdict: Label | null;
  n: number;
}

/**
 * What the verdicts come to. An operator disagrees where the reviewer's class lies outside of the category the operator
 * chose, which only a wash has; a camera where its class is another one, of each kind apart.
 */
export function reviewStats({ db }: Needs<"db">, filter: Filter): ReviewStats {
  const { where, values } = conditionOf(filter);
  const tallies = sql<Tally>(
    db,
    `SELECT kind, booth_id AS boothId, state, operator_hash AS operatorHash, camera_class AS cameraClass,
            category_classes AS classes, verdict, count(*) AS n
       FROM items i WHERE true${where} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  ).all(values);
  const labelled = tallies.filter(({ verdict }) => verdict !== null);
  const washes = labelled.filter(({ kind }) => kind === "wash");
  return {
    states: byKind((kind) => statesOf(tallies.filter((tally) => tally.kind === kind))),
    wash: agreementOf(washes, isOperatorRight),
    booths: rowsOf(washes, ({ boothId }) => ({ boothId, operatorHash: null })),
    operators: rowsOf(washes, ({ boothId, operatorHash }) => ({ boothId, operatorHash })),
    camera: byKind((kind) => {
      const own = labelled.filter((tally) => tally.kind === kind);
      return { ...agreementOf(own, isCameraRight), matrix: matrixOf(own) };
    }),
  };
}

type Judge = (tally: Tally) => boolean | null;

const isOperatorRight: Judge = ({ classes, verdict }) => (JSON.parse(classes ?? "[]") as unknown[]).includes(verdict);

/** A camera that names no class is neither right nor wrong. */
const isCameraRight: Judge = ({ cameraClass, verdict }) => (cameraClass === null ? null : cameraClass === verdict);

function agreementOf(tallies: readonly Tally[], isRight: Judge): Agreement {
  const seen = tallies.filter(({ verdict }) => verdict !== "unusable");
  const agree = sum(seen.filter((tally) => isRight(tally) === true));
  const disagree = sum(seen.filter((tally) => isRight(tally) === false));
  return { agree, disagree, unusable: sum(tallies) - sum(seen), share: wilsonShare(agree, agree + disagree) };
}

const sum = (tallies: readonly Tally[]): number => tallies.reduce((total, { n }) => total + n, 0);

/** One row for each booth or operator, those who disagree most often first. */
function rowsOf(
  washes: readonly Tally[],
  nameOf: (tally: Tally) => Pick<AgreementRow, "boothId" | "operatorHash">,
): AgreementRow[] {
  const groups = grouped(washes, (tally) => JSON.stringify(nameOf(tally)));
  return [...groups.values()]
    .flatMap((own) => own.slice(0, 1).map((first) => ({ ...nameOf(first), ...agreementOf(own, isOperatorRight) })))
    .sort((a, b) => b.disagree - a.disagree || compare(a.boothId, b.boothId));
}

function matrixOf(tallies: readonly Tally[]): MatrixCell[] {
  const cells = grouped(tallies, ({ cameraClass, verdict }) => JSON.stringify([cameraClass, verdict]));
  return [...cells.values()].flatMap((own) => {
    const { cameraClass, verdict } = own[0] ?? { cameraClass: null, verdict: null };
    return verdict === null || verdict === "unusable" ? [] : [{ cameraClass, verdict, count: sum(own) }];
  });
}

function statesOf(tallies: readonly Tally[]): Record<ItemState, number> {
  const count = (state: ItemState) => sum(tallies.filter((tally) => tally.state === state));
  return Object.fromEntries(ITEM_STATES.map((state) => [state, count(state)])) as Record<ItemState, number>;
}

function byKind<T>(make: (kind: ReviewKind) => T): Record<ReviewKind, T> {
  return Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, make(kind)])) as Record<ReviewKind, T>;
}

function grouped(tallies: readonly Tally[], keyOf: (tally: Tally) => string): Map<string, Tally[]> {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) groups.set(keyOf(tally), [...(groups.get(keyOf(tally)) ?? []), tally]);
  return groups;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
