// The load, in a process of its own, so that it does not share the event loop with what is measured.
import { connect } from "node:net";
import { request } from "undici";

/** Asks the same again and again over so many connections; answers how many requests a second were answered. */
export interface ReadTask {
  kind: "read";
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  ms: number;
}

/** Lets each cashier pay for their stays, one after the other; answers how long each payment took, in ms. */
export interface PayTask {
  kind: "pay";
  url: string;
  cashiers: { headers: Record<string, string>; stays: string[] }[];
}

export type Task = ReadTask | PayTask;

/** Counts answers by their length, which does not change: parsing them would cost more than they do. */
async function read({ port, path, headers, connections, ms }: ReadTask): Promise<number> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const ask = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const length = await answerLength(port, ask);
  let answered = 0;
  const deadline = performance.now() + ms;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let had = 0;
      const socket = connect(port, "127.0.0.1", () => socket.write(ask));
      socket.setNoDelay();
      socket.on("error", reject);
      socket.on("data", (chunk: Buffer) => {
        had += chunk.length;
        if (had < length) return;
        had -= length;
        answered += 1;
        if (performance.now() < deadline) return void socket.write(ask);
        socket.destroy();
        resolve();
      });
    });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  return answered / ((performance.now() - startedAt) / 1000);
}

function answerLength(port: number, ask: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(ask));
    let text = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const body = /content-length: (\d+)/i.exec(text.slice(0, end));
      if (end < 0 || !body) return;
      socket.destroy();
      if (text.startsWith("HTTP/1.1 200 ")) resolve(end + 4 + Number(body[1]));
      else reject(new Error(text));
    });
  });
}

async function pay({ url, cashiers }: PayTask): Promise<number[]> {
  const times: number[] = [];
  const one = async ({ headers, stays }: PayTask["cashiers"][number]) => {
    for (const sessionId of stays) {
      const quote = await request(`${url}/api/sessions/${sessionId}/quote`, { headers });
      const { amount, quotedAt } = (await quote.body.json()) as { amount: number; quotedAt: string };
      const body = JSON.stringify({ sessionId, quotedAt, amount, method: "card" });
      const startedAt = performance.now();
      const all = { ...headers, "content-type": "application/json", "idempotency-key": sessionId };
      const answer = await request(`${url}/api/payments`, { method: "POST", headers: all, body });
      await answer.body.text();
      times.push(performance.now() - startedAt);
      if (answer.statusCode !== 201) throw new Error(`a payment was answered ${answer.statusCode}`);
    }
  };
  await Promise.all(cashiers.map(one));
  return times;
}

process.on("message", (task: Task) => {
  const work: Promise<number | number[]> = task.kind === "read" ? read(task) : pay(task);
  work.then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
