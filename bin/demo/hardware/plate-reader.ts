import type { CameraRead } from "../../../common/api/lanes.ts";

/** Posts a read with its picture to a lane's address at the booth, as cameras that read plates do; answers the status. */
export async function pushRead(
  address: string,
  read: CameraRead,
  jpeg: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<number> {
  const body = new FormData();
  body.set("meta", JSON.stringify(read));
  body.set("crop", new Blob([jpeg], { type: "image/jpeg" }), "crop.jpg");
  const answer = await fetch(address, { method: "POST", body, signal });
  await answer.arrayBuffer();
  return answer.status;
}
