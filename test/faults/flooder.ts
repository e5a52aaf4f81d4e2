// A process that floods an address: `flooder.ts URL PER_SECOND SECONDS`. It calls from 127.0.0.2, so that it is a source of
// its own, and tells its parent how many requests were answered with what.
import { Agent, request } from "node:http";

const [url = "", perSecond = "0", seconds = "0"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64, localAddress: "127.0.0.2" });
const body = JSON.stringify({ present: true });
const headers = { "content-type": "application/json", "content-length": body.length };
const answers: Record<string, number> = {};
let asked = 0;
let answered = 0;

const count = (what: string) => {
  answers[what] = (answers[what] ?? 0) + 1;
  answered += 1;
};
function ask(): void {
  asked += 1;
  const sent = request(url, { method: "POST", agent, headers }, (response) => {
    response.resume();
    response.on("end", () => count(String(response.statusCode)));
  });
  sent.on("error", () => count("error"));
  sent.end(body);
}

const began = performance.now();
const total = Number(perSecond) * Number(seconds);
const timer = setInterval(() => {
  const due = Math.min(total, ((performance.now() - began) / 1000) * Number(perSecond));
  // What the booth does not answer in time is not sent on top: a device has so many sockets, and so has an attacker.
  while (asked < due && asked - answered < 512) ask();
  if (answered < total && performance.now() - began < (Number(seconds) + 10) * 1000) return;
  clearInterval(timer);
  agent.destroy();
  process.send?.({ answers, seconds: (performance.now() - began) / 1000 });
  process.disconnect();
}, 5);
