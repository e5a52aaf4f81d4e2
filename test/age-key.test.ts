import assert from "node:assert/strict";
import { Decrypter, Encrypter, generateHybridIdentity, identityToRecipient } from "age-encryption";
import * as fc from "fast-check";
import { suite } from "uvu";
import { isAgeKey } from "../common/node/age-key.ts";
import { freshIdentity, TEST_BACKUP_KEY } from "./helpers/backups.ts";

const test = suite("age keys");

/** What the age library says of a text. */
function isTakenByAge(text: string): boolean {
  try {
    if (text.startsWith("AGE-SECRET-KEY-")) new Decrypter().addIdentity(text);
    else new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

test("what age makes is a key, its identity and its recipient", async () => {
  for (let made = 0; made < 50; made++) {
    const identity = await freshIdentity();
    assert.ok(isAgeKey(identity), identity);
    assert.ok(isAgeKey(await identityToRecipient(identity)));
  }
  assert.ok(isAgeKey(await identityToRecipient(await generateHybridIdentity())));
});

test("a key with letters mistyped, left out, doubled or swapped is one exactly where age takes it", async () => {
  const keys = [TEST_BACKUP_KEY, await identityToRecipient(TEST_BACKUP_KEY)];
  const letters = [..."023456789acdefghjklmnpqrstuvwxyzACDEFGHZ1b -"];
  let refused = 0;
  await fc.assert(
    fc.property(
      fc.constantFrom(...keys),
      fc.nat(73),
      fc.constantFrom("type", "drop", "double", "swap"),
      fc.constantFrom(...letters),
      (key, place, mistake, letter) => {
        const at = place % key.length;
        const here = key.charAt(at);
        const wrong = { type: letter, drop: "", double: here + here, swap: key.charAt(at + 1) + here }[mistake];
        const typed = key.slice(0, at) + wrong + key.slice(at + (mistake === "swap" ? 2 : 1));
        if (!isTakenByAge(typed)) refused += 1;
        assert.equal(isAgeKey(typed), isTakenByAge(typed), typed);
      },
    ),
    { numRuns: 2000 },
  );
  assert.ok(refused > 1500, "most mistakes make no key");
});

test("what only looks like a key is none", () => {
  for (const text of [`AGE-SECRET-KEY-1${"A".repeat(58)}`, `age1${"q".repeat(58)}`, "age1", "", "AGE-SECRET-KEY-1"])
    assert.equal(isAgeKey(text), false, text);
});

test.run();
