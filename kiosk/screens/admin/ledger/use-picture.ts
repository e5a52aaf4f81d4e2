import { useEffect } from "preact/hooks";
import { ApiError } from "../../../api.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";

/** Reads a picture of the booth as an address to show it from; null where the booth has none. */
export function usePicture(path: string): Loaded<string | null> {
  const loaded = useLoad(() => readPicture(path), path);
  const { value } = loaded;
  useEffect(() => () => (value == null ? undefined : URL.revokeObjectURL(value)), [value]);
  return loaded;
}

async function readPicture(path: string): Promise<string | null> {
  const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  if (answer?.status === 404) return null;
  if (answer?.ok) return URL.createObjectURL(await answer.blob());
  throw new ApiError({ status: answer?.status ?? 0, code: "unreachable", message: "the picture could not be read" });
}
