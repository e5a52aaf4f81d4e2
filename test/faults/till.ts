import { setTimeout as pause } from "node:timers/promises";
import type { PaymentReceipt } from "../../common/api/payments.ts";
import { type Client, openClient } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";

/** A cashier who takes money at every exit and has each receipt printed there. */
export interface Till {
  /** Numbers of the receipts that the booth has answered for. */
  readonly asked: number[];
  readonly violations: string[];
  run(isOver: () => boolean): Promise<void>;
  /** Resolves once nothing waits for a printer any more. */
  untilPrinted(): Promise<void>;
}

const EVERY_MS = 250;
const ALL_PRINTED_MS = 60_000;

/** Signs the cashier in and opens a shift. */
export async function openTill(url: string, username: string, exits: readonly string[]): Promise<Till> {
  const client = openClient(url);
  const must = async (what: string, asked: ReturnType<Client["post"]>, status: number) => {
    const answer = await asked;
    if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await must("sign in", client.post("/api/auth/login", { username, password: `${username}-pass` }), 200);
  await must("open a shift", client.post("/api/shifts", { float: 10_000 }), 201);
  const asked: number[] = [];
  const violations: string[] = [];

  const takeMoney = async (lane: string): Promise<PaymentReceipt> => {
    const enteredAt = new Date(Date.now() - 5_400_000).toISOString();
    const stay = await must("enter a car", client.post("/api/sessions", { enteredAt, reason: "lanes proof" }), 201);
    const { sessionId, quotedAt, amount } = await must("quote", client.get(`/api/sessions/${stay.id}/quote`), 200);
    return must("pay", client.post("/api/payments", { sessionId, quotedAt, amount, method: "card", lane }), 201);
  };
  const print = async ({ id, receiptNumber }: PaymentReceipt) => {
    const receipt = await must("receipt", client.post(`/api/payments/${id}/receipt`, { original: true }), 201);
    asked.push(receiptNumber);
    if (!receipt.printed && !receipt.waiting) violations.push(`receipt ${receiptNumber} is nowhere`);
  };
  return {
    asked,
    violations,
    async run(isOver) {
      const prints: Promise<void>[] = [];
      const fail = (error: unknown) => void violations.push(String(error));
      for (let count = 0; !isOver(); count += 1) {
        const payment = await takeMoney(exits[count % exits.length] ?? "").catch(fail);
        // A printer in trouble keeps nobody waiting who pays next.
        if (payment) prints.push(print(payment).catch(fail));
        await pause(EVERY_MS);
      }
      await Promise.all(prints);
    },
    untilPrinted: () =>
      until(
        async () => (await client.get("/api/prints")).body.items.length === 0,
        "nothing to wait for a printer",
        ALL_PRINTED_MS,
      ),
  };
}
