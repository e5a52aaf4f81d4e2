// Sends random requests to every operation of the API's document. More of them, or the same again:
//   npx tsx test/openapi-random.test.ts RUNS [SEED]
import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { startBooth } from "./helpers/booth.ts";
import {
  type Document,
  type NamedOperation,
  type OpenDocument,
  openDocument,
  operationsOf,
  responseOf,
} from "./helpers/openapi.ts";
import { type Callers, callersOf, type Received } from "./helpers/random-callers.ts";
import { type Call, callOf, knownOf, meantOf, plansOf } from "./helpers/random-calls.ts";

const test = suite("openapi random");
const [runs = 5, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);

/** What takes a process or a disk for a while is asked less often. */
const SLOW = ["/api/events/verify", "/api/tariffs/replay", "/api/setup/test", "/api/backup/run", "/api/backup/verify"];

/** A socket, which is no answer; it has tests of its own. */
const NO_ANSWER = "/api/live";

interface Asked {
  document: Document;
  open: OpenDocument;
  callers: Callers;
}

const withCallers = (work: (asked: Asked) => Promise<void>) => async () => {
  const booth = await startBooth({ env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  try {
    const document = (await booth.anonymous.get("/api/openapi.json")).body as Document;
    await work({ document, open: openDocument(document), callers: await callersOf(booth) });
  } finally {
    await booth.close();
  }
};

test(
  "every operation does what it is for, when it is asked as a site asks it",
  withCallers(async ({ document, open, callers }) => {
    for (const operation of inOrder(operationsOf(document)).filter(({ path }) => path !== NO_ANSWER)) {
      const call = await meantOf(open, operation, callers);
      const { status, body } = await assertAsDocumented(open, operation, callers, call);
      assert.ok(status < 300, `${operation.method} ${call.path} ${call.body} → ${status} ${JSON.stringify(body)}`);
    }
  }),
);

test(
  "every answer to a random request is as documented, and none is a failure of the booth",
  withCallers(async ({ document, open, callers }) => {
    const reached = new Set<string>();
    let known = await knownOf(callers);
    for (const operation of inOrder(operationsOf(document))) {
      const property = fc.asyncProperty(await plansOf(open, operation, callers, known), async (plan) => {
        const call = await callOf(open, operation, callers, plan);
        const { status } = await assertAsDocumented(open, operation, callers, call);
        if (status < 300) reached.add(operation.operation.operationId);
      });
      const numRuns = SLOW.includes(operation.path) ? Math.ceil(runs / 4) : runs;
      const { failed, errorInstance } = await fc.check(property, { numRuns, seed, endOnFailure: true });
      assert.ok(!failed, `seed ${seed}, ${runs} runs: ${told(errorInstance)}`);
      if (operation.method !== "GET") known = await knownOf(callers);
    }
    const all = operationsOf(document).length;
    console.log(`${reached.size} of ${all} operations were done at least once; seed ${seed}, ${runs} runs each`);
    assert.ok(reached.size > all / 2, "too few requests get past the door for this to prove anything");
  }),
);

const told = (error: unknown): string =>
  error instanceof Error ? [error.message, error.cause && told(error.cause)].filter(Boolean).join(": ") : String(error);

/** What makes something comes first, and last what takes away what others need. */
function inOrder(operations: readonly NamedOperation[]): NamedOperation[] {
  const rank = ({ method, path }: NamedOperation) =>
    method === "GET" ? 1 : method === "DELETE" ? 3 : /roles|users|site-config|setup|auth/.test(path) ? 2 : 0;
  return [...operations].sort((a, b) => rank(a) - rank(b));
}

/** A query that is wrong is 400, for whom may ask, and of what there is. */
const REFUSED_FIRST = [400, 401, 403, 404, 409];

/** What 503 is an answer of, and no fault: the booth is not ready, or its target directory is none. */
const MAY_BE_OUT = ["/readyz", "/api/backup/list"];

async function assertAsDocumented(
  { document, check }: OpenDocument,
  { method, path, operation }: NamedOperation,
  callers: Callers,
  call: Call,
): Promise<Received> {
  const answer = await callers.send(call.caller, { method, ...call }).catch((cause: unknown) => {
    throw new Error(`no answer to ${call.caller}: ${method} ${call.path} ${call.body.slice(0, 600)}`, { cause });
  });
  const where = `${call.caller}: ${method} ${call.path} ${call.body.slice(0, 600)} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
  assert.ok(answer.status !== 500 && (answer.status !== 503 || MAY_BE_OUT.includes(path)), where);
  const told = responseOf(document, operation, answer.status);
  assert.ok(told, `not documented for ${path}: ${where}`);
  assert.ok(answer.requestId, `without a request id: ${where}`);
  if (call.isInvalid) assert.ok(answer.status >= 400, `taken, though invalid by its schema: ${where}`);
  if (call.isInvalidQuery)
    assert.ok(REFUSED_FIRST.includes(answer.status), `taken, though its query is wrong: ${where}`);
  const content = told.content?.[answer.type];
  if (answer.body !== "") assert.ok(content, `of a type that is not documented (${answer.type}): ${where}`);
  if (content && answer.type === "application/json") assert.deepEqual(check(content.schema, answer.body), [], where);
  return answer;
}

test.run();
