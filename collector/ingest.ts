import { createHash } from "node:crypto";
import { refuse } from "../common/errors.ts";
import { sql } from "../common/node/db.ts";
import { parseInput } from "../common/node/input.ts";
import { NoJpeg, readJpeg } from "../common/node/jpeg.ts";
import { ReviewMeta } from "../common/review.ts";
import { openBatches } from "./batches.ts";
import type { Needs } from "./context.ts";
import type { Crops } from "./crops.ts";
import type { PackageParts } from "./package-body.ts";

/** Takes in packages of booths. */
export interface Intake {
  /** Answers whether the package is new. It is on disk then, crop and row; a known item stays as it is. */
  receive(boothId: string, parts: PackageParts): Promise<{ itemId: string; isNew: boolean }>;
  /** Waits for what is under way, and lets the crops go. */
  close(): Promise<void>;
}

/** Opens the intake: the crop is on disk before its row is, so that no row ever names a crop that is not there. */
export function openIntake(collector: Needs<"db" | "clock">, crops: Crops): Intake {
  const settle = openBatches(collector, crops);
  const arriving = new Map<string, Promise<unknown>>();

  const store = async (boothId: string, meta: ReviewMeta, crop: Buffer) => {
    if (isKnown(collector, boothId, meta.itemId)) return false;
    await crops.write(boothId, meta.itemId, crop);
    await settle({ boothId, meta, sha256: createHash("sha256").update(crop).digest("hex") });
    return true;
  };

  return {
    async receive(boothId, parts) {
      const { meta, crop } = checkPackage(boothId, parts);
      const { itemId } = meta;
      const name = `${boothId}/${itemId}`;
      // The same item twice at once: the second waits, and finds it known.
      const before = arriving.get(name);
      const stored = (before ?? Promise.resolve()).catch(() => {}).then(() => store(boothId, meta, crop));
      arriving.set(name, stored);
      try {
        return { itemId, isNew: await stored };
      } finally {
        if (arriving.get(name) === stored) arriving.delete(name);
      }
    },
    async close() {
      await Promise.allSettled(arriving.values());
      await crops.close();
    },
  };
}

function checkPackage(boothId: string, { meta: given, crop }: PackageParts): { meta: ReviewMeta; crop: Buffer } {
  assertJpeg(crop);
  const meta = parseInput(ReviewMeta, given, "the meta");
  if (meta.boothId !== boothId) refuse("forbidden", "meta: boothId: expected the booth that the token is of");
  return { meta, crop };
}

function assertJpeg(crop: Buffer): void {
  try {
    const { width, height } = readJpeg(crop);
    if (width === 0 || height === 0) throw new NoJpeg("it has no width or no height");
  } catch (error) {
    if (!(error instanceof NoJpeg)) throw error;
    refuse("unsupported_media", `crop: expected a whole JPEG: ${error.message}`);
  }
}

function isKnown({ db }: Needs<"db">, boothId: string, itemId: string): boolean {
  return sql(db, "SELECT 1 FROM items WHERE booth_id = ? AND item_id = ?").get(boothId, itemId) !== undefined;
}
