import bcrypt from "bcrypt";

const COST = 12;
/** bcrypt reads this many bytes and ignores the rest, so a longer password is never the right one. */
const MOST_BYTES = 72;

/** Hashes and compares passwords with bcrypt, in the thread pool. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. Without a hash, or with too long a password, it says no after the same time. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** Opens the hashing of passwords. The cost is 12 but in tests. */
export function openPasswords(cost: number = COST): Passwords {
  // Well-formed, of the same cost, and the hash of nothing anybody knows.
  const dummy = `$2b$${String(cost).padStart(2, "0")}$${"ParkingBoothDummySaltO"}${"x".repeat(31)}`;
  return {
    hash: (password) => bcrypt.hash(password.normalize("NFKC"), cost),
    async matches(password, hash) {
      const text = password.normalize("NFKC");
      const usable = hash !== null && Buffer.byteLength(text) <= MOST_BYTES;
      const same = await bcrypt.compare(usable ? text : text.slice(0, MOST_BYTES), usable ? hash : dummy);
      return usable && same;
    },
  };
}
