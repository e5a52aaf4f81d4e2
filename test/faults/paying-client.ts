import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PaymentReceipt } from "../../common/api/payments.ts";
import { type Client, openClient } from "../helpers/booth.ts";

/** What a till was told that it may rely on. */
export interface Acknowledged {
  key: string;
  id: string;
  seq: number;
  sessionId: string;
  amount: number;
  receiptNumber: number;
}

/** One till: a cashier who lets cars in and takes their money, whatever becomes of the booth meanwhile. */
export interface PayingClient {
  readonly acknowledged: Acknowledged[];
  /** Payments that were sent again because no answer came, and those sent again on purpose after one. */
  readonly counts: { retried: number; resent: number };
  readonly violations: string[];
  run(isOver: () => boolean): Promise<void>;
}

/** Signs a cashier in and opens a shift; the cookie holds over every restart. Between two cars passes `pauseMs`. */
export async function openPayingClient(
  url: string,
  username: string,
  index: number,
  pauseMs = 0,
): Promise<PayingClient> {
  const client = openClient(url);
  const must = async (what: string, answer: Awaited<ReturnType<Client["post"]>>, status: number) => {
    if (answer.status !== status) throw new Error(`${username}: ${what}: ${answer.status} ${answer.text}`);
  };
  await must("sign in", await client.post("/api/auth/login", { username, password: `${username}-pass` }), 200);
  await must("open a shift", await client.post("/api/shifts", { float: 10_000 }), 201);

  const acknowledged: Acknowledged[] = [];
  const counts = { retried: 0, resent: 0 };
  const violations: string[] = [];
  let number = 0;

  /** Null when the booth is down. */
  const ask = async (work: () => ReturnType<Client["post"]>) => work().catch(() => null);

  const nextPayment = async () => {
    number += 1;
    const entry = {
      plate: `K${index}X${number}${randomUUID().slice(0, 4)}`,
      enteredAt: new Date(Date.now() - 5_400_000).toISOString(),
      reason: "kill proof",
    };
    const stay = await ask(() => client.post("/api/sessions", entry));
    if (stay?.status !== 201) return null;
    const sessionId = String(stay.body.id);
    const quote = await ask(() => client.get(`/api/sessions/${sessionId}/quote`));
    if (quote?.status !== 200) return null;
    const method = number % 2 === 0 ? "card" : "cash";
    return { key: randomUUID(), body: { sessionId, quotedAt: quote.body.quotedAt, amount: quote.body.amount, method } };
  };
  const send = (payment: { key: string; body: object }) =>
    ask(() => client.post("/api/payments", payment.body, { "idempotency-key": payment.key }));

  /** Sends until there is an answer; the key makes it one payment. */
  const pay = async (payment: { key: string; body: { sessionId: string; amount: number } }, isOver: () => boolean) => {
    for (let sent = 0; ; sent += 1) {
      const answer = await send(payment);
      if (sent === 1) counts.retried += 1;
      if (answer?.status === 201) return accept(payment, answer.body as PaymentReceipt);
      if (answer && answer.status !== 503)
        return void violations.push(`${username}: a payment was answered ${answer.status} ${answer.text}`);
      if (isOver()) return;
      await pause(10);
    }
  };
  const accept = async (
    payment: { key: string; body: { sessionId: string } },
    { id, seq, amount, receiptNumber }: PaymentReceipt,
  ) => {
    acknowledged.push({ key: payment.key, sessionId: payment.body.sessionId, id, seq, amount, receiptNumber });
    if (number % 7 !== 0) return;
    const again = await send(payment);
    if (!again) return;
    counts.resent += 1;
    if (again.status !== 201 || again.body.id !== id)
      violations.push(`${username}: the same key was answered ${again.status} ${again.text}`);
  };
  return {
    acknowledged,
    counts,
    violations,
    async run(isOver) {
      while (!isOver()) {
        const payment = await nextPayment();
        if (payment) await pay(payment, isOver);
        else await pause(10);
        if (pauseMs > 0) await pause(pauseMs);
      }
    },
  };
}
