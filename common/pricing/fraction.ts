/** An exact rational number; the denominator is positive. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

/** The decimal that is written, exactly: 0.21 and "0.21" are 21/100. */
export function decimalFraction(value: number | string): Fraction {
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", decimals = ""] = digits.split(".");
  const n = BigInt(whole + decimals);
  const shift = decimals.length - Number(exponent);
  return shift >= 0 ? { n, d: 10n ** BigInt(shift) } : { n: n * 10n ** BigInt(-shift), d: 1n };
}

/** The largest whole number that is not above n / d; d is positive. */
export function floorDiv(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
}

/** The whole number nearest to n / d, halves up; d is positive. */
export function halfUp(n: bigint, d: bigint): bigint {
  return floorDiv(2n * n + d, 2n * d);
}

/** The least common multiple of two positive whole numbers. */
export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** a + b. */
export function sumOfTwo(a: Fraction, b: Fraction): Fraction {
  return a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

/** The exact sum. */
export function addUp(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(sumOfTwo, { n: 0n, d: fractions[0]?.d ?? 1n });
}
