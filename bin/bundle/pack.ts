import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { packTar } from "../../daemon/services/backup/tar.ts";

const compress = promisify(gzip);

/** One file of an archive. */
export interface TextFile {
  name: string;
  text: string;
}

/** The files as a compressed tar archive, in a folder of the archive's name. */
export async function packTexts(folder: string, files: readonly TextFile[], mtime: Date): Promise<Buffer> {
  const entries = files.map(({ name, text }) => {
    const content = Buffer.from(text);
    return { path: `${folder}/${name}`, bytes: content.length, mtime, content: [content] };
  });
  const parts: Uint8Array[] = [];
  for await (const part of packTar(entries)) parts.push(part);
  return compress(Buffer.concat(parts));
}
