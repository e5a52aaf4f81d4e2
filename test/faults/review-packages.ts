import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReviewMeta } from "../../common/review.ts";
import type { Booth } from "../../daemon/context.ts";
import { BOOTH_ACTOR } from "../../daemon/services/actors.ts";
import { commitWithCrop } from "../../daemon/services/reviews/queue.ts";
import { entryMeta, washMeta } from "../helpers/collector.ts";

/** What was queued at the booth: the package's meta, and its crop by hash. */
export interface Queued {
  meta: ReviewMeta;
  sha256: string;
}

const CROP_BYTES = 60_000;
const AT_ONCE = 32;
const PICTURES = join(import.meta.dirname, "..", "..", "daemon", "devices", "drivers", "pictures");

/** Queues so many packages as the car wash does, washes and entries in turn, each with a crop of its own. */
export async function queuePackages(booth: Booth, count: number): Promise<Queued[]> {
  const pictures = readdirSync(PICTURES)
    .filter((name) => name.endsWith(".jpg"))
    .map((name) => readFileSync(join(PICTURES, name)));
  const queued: Queued[] = [];
  const one = async (index: number) => {
    const jpeg = grown(pictures[index % pictures.length] ?? Buffer.alloc(0));
    const common = { itemId: randomUUID(), boothId: booth.config.boothId };
    const meta = index % 2 === 0 ? washMeta({ ...common, order: { id: `order-${index}` } }) : entryMeta(common);
    const crop = { itemId: meta.itemId, jpeg, sessionId: null };
    await commitWithCrop(booth, BOOTH_ACTOR, crop, (_, queue) => queue(meta));
    queued.push({ meta, sha256: createHash("sha256").update(jpeg).digest("hex") });
  };
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => one(from + index)));
  return queued;
}

/** A picture grown to the size of a real crop, unlike any other, by a comment behind its beginning (ITU-T T.81 B.2.4.5). */
function grown(picture: Buffer): Buffer {
  const comment = randomBytes(CROP_BYTES - picture.length - 4);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), head, comment, picture.subarray(2)]);
}
