import assert from "node:assert/strict";
import { suite } from "uvu";
import { openPasswords } from "../common/node/passwords.ts";
import { openQueue } from "../common/node/queue.ts";
import { openSlowDown } from "../common/node/slow-down.ts";

const passwordsSuite = suite("passwords");

passwordsSuite("a password over 72 bytes never passes for its first 72", async () => {
  const passwords = openPasswords(4);
  const hash = await passwords.hash("a".repeat(72));
  assert.equal(await passwords.matches("a".repeat(72), hash), true);
  assert.equal(await passwords.matches("a".repeat(73), hash), false);
  assert.equal(await passwords.matches("a".repeat(72), null), false);
});

passwordsSuite("the same letters in another Unicode form are the same password", async () => {
  const passwords = openPasswords(4);
  const hash = await passwords.hash("cafe\u0301 \uff11");
  assert.equal(await passwords.matches("caf\u00e9 1", hash), true);
  assert.equal(await passwords.matches("cafe 1", hash), false);
});

passwordsSuite("a stored hash is bcrypt of cost 12, and no password takes as long as a wrong one", async () => {
  const passwords = openPasswords();
  const hash = await passwords.hash("a password");
  assert.match(hash, /^\$2b\$12\$/);
  const timed = async (password: string, stored: string | null) => {
    const from = performance.now();
    assert.equal(await passwords.matches(password, stored), false);
    return performance.now() - from;
  };
  const fastest = async (password: string, stored: string | null) =>
    Math.min(await timed(password, stored), await timed(password, stored), await timed(password, stored));
  const wrong = await fastest("another", hash);
  for (const ms of [await fastest("another", null), await fastest("x".repeat(500), hash)]) {
    assert.ok(ms > wrong * 0.4 && ms < wrong * 2.5, `${ms} ms against ${wrong} ms`);
  }
});

passwordsSuite("the pause doubles from 1 s to 30 s, asking does not lengthen it, and it is never a lock-out", () => {
  let ms = 0;
  const slowDown = openSlowDown({ now: () => ms, monotonic: () => ms });
  const waitOf = () => {
    try {
      slowDown.assertMayTry("k");
      return 0;
    } catch (error) {
      return (error as { extras: { retryAfterSeconds: number } }).extras.retryAfterSeconds;
    }
  };
  const waits: number[] = [];
  for (let failure = 0; failure < 8; failure += 1) {
    slowDown.failed("k");
    waits.push(waitOf());
    assert.equal(waitOf(), waits.at(-1));
    ms += waits.at(-1)! * 1000;
    assert.equal(waitOf(), 0);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
  slowDown.succeeded("k");
  slowDown.failed("k");
  assert.equal(waitOf(), 1);
  slowDown.assertMayTry("another");
});

passwordsSuite("at most two hashes run at once, a few wait, and one source cannot take every place", async () => {
  const queue = openQueue({ atOnce: 2, waiting: 4, perSource: 3 });
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
  };
  const outcomes = ["a", "b", "c", "d", "e"].map((key) => queue.run({ key, source: "one" }, work));
  const sixth = queue.run({ key: "f", source: "one" }, work);
  await assert.rejects(sixth, { code: "rate_limited" });
  const other = queue.run({ key: "g", source: "two" }, work);
  await assert.rejects(queue.run({ key: "h", source: "three" }, work), { code: "rate_limited" });
  for (let done = 0; done < 6; done += 1) {
    while (finish.length === 0) await new Promise((resolve) => setImmediate(resolve));
    finish.shift()!();
  }
  await Promise.all([...outcomes, other]);
  assert.equal(most, 2);
});

passwordsSuite.run();
