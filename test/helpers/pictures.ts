import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";

/** Bytes that begin as a JPEG does, and as a PNG does. */
export const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 1)]);
export const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(2000, 1)]);

/** Sends a camera's read with its picture to the entry lane. */
export async function sendPicture(
  url: string,
  crop: Buffer | null,
  meta: string | null = '{"plate":"B1234"}',
  name = "crop",
) {
  const form = new FormData();
  if (meta !== null) form.set("meta", meta);
  if (crop) form.set(name, new Blob([new Uint8Array(crop)], { type: "image/jpeg" }), "crop.jpg");
  const response = await fetch(`${url}/api/ingress/camera/entry-1`, { method: "POST", body: form });
  const text = await response.text();
  return { status: response.status, error: text === "" ? null : (JSON.parse(text) as { error: string }).error };
}

/** Files of the form parser, which names them by chance letters. */
export const uploads = () =>
  readdirSync(tmpdir())
    .filter((name) => /^[a-z0-9]{20,32}$/.test(name))
    .sort();
