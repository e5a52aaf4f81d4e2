import { randomInt } from "node:crypto";

/** What may come of damage near the beginning of a file, where age keeps whom it is for. */
const ANY = ["altered", "truncated", "wrong_key", "not_a_backup"];
/** The beginning of an age file: whom it is for, and how that is sealed. */
const HEADER_BYTES = 400;

/** An archive as a bad disk or a bad hand leaves it, and what may be said of it. */
export interface Damaged {
  name: string;
  bytes: Buffer;
  expect: readonly string[];
}

type Damage = (whole: Buffer, at: number) => Damaged;

const expectAfter = (at: number, fault: string) => (at > HEADER_BYTES ? [fault] : ANY);

const flipBit: Damage = (whole, at) => {
  const bytes = Buffer.from(whole);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  return { name: `a bit at ${at} flipped`, bytes, expect: expectAfter(at, "altered") };
};

const cut: Damage = (whole, at) => ({
  name: `cut to ${at} bytes`,
  bytes: whole.subarray(0, at),
  expect: expectAfter(at, "truncated"),
});

const append: Damage = (whole) => ({
  name: "something added",
  bytes: Buffer.concat([whole, Buffer.alloc(1 + randomInt(2000), 1)]),
  expect: ["altered"],
});

const leaveOut: Damage = (whole, at) => {
  const gone = 1 + randomInt(5000);
  const bytes = Buffer.concat([whole.subarray(0, at), whole.subarray(at + gone)]);
  return { name: `${gone} bytes at ${at} left out`, bytes, expect: ANY };
};

const zero: Damage = (whole, at) => {
  const bytes = Buffer.from(whole).fill(0, at, at + 4096);
  return { name: `4096 bytes at ${at} zeroed`, bytes, expect: expectAfter(at, "altered") };
};

const KINDS: readonly Damage[] = [flipBit, cut, append, leaveOut, zero];

/** The n-th damage, somewhere in the file. */
export function damage(whole: Buffer, n: number): Damaged {
  const kind = KINDS[n % KINDS.length] ?? flipBit;
  return kind(whole, randomInt(whole.length));
}
