import { openDb } from "../../common/node/db.ts";

/** A receipt on paper; copy 0 is the original. */
interface Printed {
  receipt: number;
  copy: number;
}

const COPY_OR_RECEIPT = /\*\*\* COPY (\d+) \*\*\*|^Receipt (\d+) .*\d\d:\d\d$/gm;

/** What stands on a paper: more than one receipt where one was broken off in the middle. */
export function receiptsOn(text: string): Printed[] {
  let copy = 0;
  return [...text.matchAll(COPY_OR_RECEIPT)].flatMap(([, copyNumber, receipt]) => {
    if (copyNumber !== undefined) copy = Number(copyNumber);
    if (receipt === undefined) return [];
    const printed = { receipt: Number(receipt), copy };
    copy = 0;
    return [printed];
  });
}

/** Each receipt that was asked for is on paper; none twice under one number, and no copy that the ledger does not count. */
export function judgePapers(path: string, asked: readonly number[], papers: readonly string[]): string[] {
  const printed = papers.flatMap(receiptsOn);
  const times = new Map<string, number>();
  const nameOf = ({ receipt, copy }: Printed) => `receipt ${receipt}${copy > 0 ? `, copy ${copy}` : ""}`;
  for (const one of printed) times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + 1);
  const found = new Set(printed.map(({ receipt }) => receipt));
  const counted = countedCopies(path);
  const uncounted = printed.filter((one) => one.copy > 0 && !counted.has(nameOf(one)));
  return [
    ...asked.filter((receipt) => !found.has(receipt)).map((receipt) => `receipt ${receipt} was never printed`),
    ...[...times].filter(([, n]) => n > 1).map(([name, n]) => `${name} was printed ${n} times`),
    ...uncounted.map((one) => `${nameOf(one)} is on paper and not in the ledger`),
  ];
}

function countedCopies(path: string): Set<string> {
  const db = openDb(path, { readonly: true });
  try {
    const names = db
      .prepare(
        `SELECT 'receipt ' || p.receipt_number || ', copy ' || (e.data ->> 'copy') FROM events e
         JOIN payments p ON p.id = e.data ->> 'paymentId' WHERE e.kind = 'receipt_copy'`,
      )
      .pluck()
      .all() as string[];
    return new Set(names);
  } finally {
    db.close();
  }
}
