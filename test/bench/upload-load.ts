// The booths of the ingest bench, in a process of their own.
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { entryMeta } from "../helpers/collector.ts";
import { MULTIPART_TYPE, multipart } from "../helpers/hostile-uploads.ts";

/** So many uploads of one crop under ever new ids, by so many connections, each of which waits for its answer. */
export interface UploadTask {
  url: string;
  headers: Record<string, string>;
  crop: string;
  count: number;
  connections: number;
}

/** How long all of them took together, and each by itself, in ms. */
export interface UploadTimes {
  wholeMs: number;
  eachMs: number[];
}

async function upload({ url, headers, crop, count, connections }: UploadTask): Promise<UploadTimes> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const bytes = Buffer.from(crop, "base64");
  const eachMs: number[] = [];
  let left = count;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const meta = JSON.stringify(entryMeta({ itemId: randomUUID() }));
      const body = multipart([
        { name: "meta", body: meta },
        { name: "crop", filename: "crop.jpg", body: bytes },
      ]);
      const startedAt = performance.now();
      const answer = await pool.request({
        path: "/ingest",
        method: "POST",
        headers: { ...headers, "content-type": MULTIPART_TYPE },
        body,
      });
      await answer.body.text();
      eachMs.push(performance.now() - startedAt);
      if (answer.statusCode !== 201) throw new Error(`an upload was answered ${answer.statusCode}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const wholeMs = performance.now() - startedAt;
  await pool.close();
  return { wholeMs, eachMs };
}

process.on("message", (task: UploadTask) => {
  upload(task).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
