import { timingSafeEqual } from "node:crypto";
import type { LedgerKeys } from "../ledger/keys.ts";

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MAC_LENGTH = 8;

function macOf(keys: LedgerKeys, number: number): string {
  const bytes = keys.mac("ticket", String(number));
  return [...bytes.subarray(0, MAC_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** The number of a ticket as it is printed: it names the ticket, and opens nothing. */
export const ticketNumber = (number: number): string => String(number).padStart(5, "0");

/** The code printed on a ticket: its number, and a keyed check that nobody can guess. */
export function ticketCode(keys: LedgerKeys, number: number): string {
  return `${ticketNumber(number)}-${macOf(keys, number)}`;
}

/** The number of a genuine ticket code, or null; lower case and stray spaces are forgiven. */
export function readTicketCode(keys: LedgerKeys, code: string): number | null {
  const match = /^(\d{1,12})-([0-9A-Z]{8})$/.exec(code.replace(/\s/g, "").toUpperCase());
  if (!match?.[1] || !match[2]) return null;
  const number = Number(match[1]);
  return timingSafeEqual(Buffer.from(match[2]), Buffer.from(macOf(keys, number))) ? number : null;
}
