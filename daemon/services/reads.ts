import { refuse } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { admitRead, laneOfRead, type Read, type ReadBooth } from "./admission.ts";
import type { LaneRow } from "./lanes.ts";
import { openReadLimit, type ReadLimit } from "./read-limit.ts";
import { openReadMemory } from "./read-memory.ts";
import { readTicketCode } from "./tickets.ts";
import { within } from "./within.ts";

/** How long a device waits for its answer; the picture may take longer, and holds up neither its lane nor the car. */
const ANSWER_MS = 1000;
/** Reads of one lane that may wait behind each other. */
const MOST_WAITING = 20;
const CLOSE_MS = 500;

/** What comes from the lanes' devices: one read after the other at each lane, in the order of arrival. */
export interface Reads {
  readonly limit: ReadLimit;
  /**
   * Resolves once it is decided what comes of the read and its picture is kept, or after a second. Refuses with `rate_limited` when the lane is
   * too far behind; a read that cannot be recorded is logged, for the device can do nothing about it.
   */
  accept(lane: LaneRow, read: Read): Promise<void>;
  /** A ticket or a credential that a reader's driver read by itself. */
  acceptCredential(laneId: string, credential: string): void;
  /** Something a reader's driver read that cannot be right, such as a card with a wrong parity. */
  acceptBadRead(laneId: string, reason: string): void;
  /** Waits a moment for the reads under way and their pictures, and records what was counted. */
  close(): Promise<void>;
}

/** A read of nothing, to be filled in. */
export const NOTHING_READ: Read = {
  by: "camera",
  plate: null,
  code: null,
  confidence: null,
  vehicleClass: "sedan",
  cameraClass: null,
  takenAt: null,
  jpeg: null,
};

/** Opens the way by which reads reach the booth. */
export function openReads(booth: ReadBooth): Reads {
  const limit = openReadLimit(booth);
  const start = { seq: booth.ledger.head()?.seq ?? 0, at: booth.clock.monotonic() };
  const before = { memory: openReadMemory(), start };
  const pictures = new Set<Promise<void>>();
  const lanes = new Map<string, { tail: Promise<void>; waiting: number }>();

  const admit = async (lane: LaneRow, read: Read): Promise<{ picture: Promise<void> }> => {
    try {
      const admitted = await admitRead(booth, before, lane, read);
      pictures.add(admitted.picture);
      void admitted.picture.finally(() => pictures.delete(admitted.picture));
      return admitted;
    } catch (error) {
      booth.log.error({ err: error, lane: lane.id }, "a read could not be recorded");
      return { picture: Promise.resolve() };
    }
  };
  const accept = async (lane: LaneRow, read: Read) => {
    const line = lanes.get(lane.id) ?? { tail: Promise.resolve(), waiting: 0 };
    if (line.waiting >= MOST_WAITING)
      refuse("rate_limited", "this lane is behind with its reads", { retryAfterSeconds: 1 });
    lanes.set(lane.id, line);
    line.waiting += 1;
    // One that waited in line grows old like any other, and one that claims to come from the future no slower.
    const now = instant(booth.clock.now());
    const dated = { ...read, takenAt: read.takenAt !== null && read.takenAt < now ? read.takenAt : now };
    const admitted = line.tail.then(() => admit(lane, dated));
    line.tail = admitted.then(() => {
      line.waiting -= 1;
      if (line.waiting === 0) lanes.delete(lane.id);
    });
    await within(
      admitted.then(({ picture }) => picture),
      ANSWER_MS,
    );
  };
  const acceptFromDriver = (laneId: string, read: Read) => {
    const refused = (error: unknown) => booth.log.warn({ err: error, lane: laneId }, "a read was turned away");
    try {
      const lane = laneOfRead(booth, laneId, "reader");
      limit.take(lane.id);
      void accept(lane, read).catch(refused);
    } catch (error) {
      refused(error);
    }
  };
  return {
    limit,
    accept,
    acceptCredential(laneId, credential) {
      const by = readTicketCode(booth.ledger.keys, credential) === null ? "reader" : "qr";
      acceptFromDriver(laneId, { ...NOTHING_READ, by, code: credential });
    },
    acceptBadRead(laneId, reason) {
      acceptFromDriver(laneId, { ...NOTHING_READ, by: "reader", bad: reason });
    },
    async close() {
      await within(Promise.all([...lanes.values()].map((line) => line.tail)), CLOSE_MS);
      await within(Promise.all(pictures), CLOSE_MS);
      await limit.close();
    },
  };
}
