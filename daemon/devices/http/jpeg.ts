import { type Jpeg, NoJpeg, readJpeg } from "../../../common/node/jpeg.ts";
import { ExchangeFailure } from "./failure.ts";

/** Largest side, and smallest, of a picture that can come from a camera at a lane. */
const MOST_PIXELS = 16_384;
const LEAST_PIXELS = 16;

const broken = (what: string): ExchangeFailure => new ExchangeFailure("fault", `the picture is no whole JPEG: ${what}`);

/** Checks that bytes are a whole JPEG of a size a camera has. Throws a fault that says what is wrong. */
export function checkJpeg(bytes: Buffer): Jpeg {
  const jpeg = orFault(() => readJpeg(bytes));
  const { width, height } = jpeg;
  if (Math.min(width, height) < LEAST_PIXELS || Math.max(width, height) > MOST_PIXELS)
    throw broken(`${width} × ${height} is no size of a picture`);
  return jpeg;
}

function orFault(read: () => Jpeg): Jpeg {
  try {
    return read();
  } catch (error) {
    throw error instanceof NoJpeg ? broken(error.message) : error;
  }
}
