import type { Middleware } from "koa";
import { BoothError } from "../common/errors.ts";
import type { Needs } from "./context.ts";

/** What the disk says when it is full or may not be written. */
const NO_ROOM = /^(ENOSPC|EDQUOT|EROFS|SQLITE_FULL|SQLITE_READONLY.*|SQLITE_BUSY.*)$/;
const RETRY_SECONDS = 60;

/** A full disk is no fault of what was sent: booths and reviewers' pages keep it, and send it again. */
export function answerNoRoom({ log }: Needs<"log">): Middleware {
  return async (_ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!NO_ROOM.test(codeOf(error))) throw error;
      log.error({ err: error }, "nothing can be stored");
      throw new BoothError("not_ready", "the collector cannot store anything at this moment", {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
  };
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
