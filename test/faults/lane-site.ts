import { parse } from "valibot";
import type { Assignment } from "../../common/api/setup.ts";
import { SubscriptionCreate } from "../../common/api/subscriptions.ts";
import { openPasswords } from "../../common/node/passwords.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { assignMany } from "../../daemon/services/setup.ts";
import { createSubscription } from "../../daemon/services/subscriptions.ts";
import { createUser } from "../../daemon/services/users.ts";
import { TEST_PASSWORD_COST } from "../helpers/booth.ts";
import { openHere } from "../helpers/child-booth.ts";
import type { LanePorts } from "./lane-hardware.ts";
import type { Card, Pair } from "./lane-traffic.ts";

/** Who takes the money; the password is `till-pass`. */
export const TILL = "till";

export interface LaneSite {
  /** Entries, and as many exits. */
  pairs: number;
  /** Subscribers at each pair, with a card each. */
  cards: number;
  ports: readonly LanePorts[];
}

/** Assigns the lanes, a cashier, and subscribers who each have a card for one stay. */
export async function furnish(env: Record<string, string>, site: LaneSite): Promise<Pair[]> {
  const booth = await openHere(env);
  const actor = cliActor("test");
  await assignMany(booth, actor, site.ports.map(assignmentOf));
  const user = { username: TILL, displayName: "Till", roleId: "cashier", language: "en" as const };
  await createUser(booth, openPasswords(TEST_PASSWORD_COST), actor, { ...user, password: `${TILL}-pass` });
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString();
  const terms = { validFrom: day(-1), validTo: day(30) };
  const subscribe = async (card: string): Promise<Card> => {
    const wanted = parse(SubscriptionCreate, { ...terms, holder: `Card ${card}`, credentials: [card] });
    return { card, subscription: (await createSubscription(booth, actor, wanted)).id };
  };
  const pairs = Array.from({ length: site.pairs }, async (_, i) => {
    const cards = Array.from({ length: site.cards }, (_, n) => subscribe(`${i + 1}-${n + 1}`));
    return { entry: `entry-${i + 1}`, exit: `exit-${i + 1}`, cards: await Promise.all(cards) };
  });
  const furnished = await Promise.all(pairs);
  booth.db.close();
  return furnished;
}

function assignmentOf({ lane, relay, camera, reader, printer }: LanePorts): Assignment {
  const host = "127.0.0.1";
  const isEntry = lane.startsWith("entry");
  return {
    lane,
    direction: isEntry ? "entry" : "exit",
    devices: {
      access: { driver: "relay-modbus", config: { host, port: relay, pulseMs: 100 } },
      camera: { driver: "camera-http", config: { address: `http://${host}:${camera}/snapshot.jpg` } },
      reader: { driver: isEntry ? "wiegand" : "tcp-ip", config: { host, port: reader } },
      ...(isEntry ? {} : { printer: { driver: "escpos-tcp", config: { host, port: printer, pollMs: 500 } } }),
    },
  };
}
