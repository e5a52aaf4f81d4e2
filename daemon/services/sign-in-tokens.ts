import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";
import * as v from "valibot";

/** What a token says. It is worth nothing without the row of its `jti`; `roleId` informs and grants nothing. */
const Claims = v.object({ sub: v.string(), jti: v.string(), roleId: v.string(), csrf: v.string() });
export type Claims = v.InferOutput<typeof Claims>;

/** Signs and checks the tokens of sign-ins: HS256 and nothing else, and no expiry. */
export interface Tokens {
  sign(claims: Claims): string;
  /** The claims of a token that this booth signed, or null. */
  read(token: string): Claims | null;
}

/** Opens the tokens of a secret. The key object is made once: with the secret as text each check costs 60 times as much. */
export function openTokens(sessionSecret: string): Tokens {
  const key = createSecretKey(Buffer.from(sessionSecret, "utf8"));
  return {
    sign: (claims) => jwt.sign({ ...claims }, key, { algorithm: "HS256", noTimestamp: true }),
    read(token) {
      try {
        const parsed = v.safeParse(Claims, jwt.verify(token, key, { algorithms: ["HS256"] }));
        return parsed.success ? parsed.output : null;
      } catch (error) {
        if (error instanceof jwt.JsonWebTokenError || error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}
