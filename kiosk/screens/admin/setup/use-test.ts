import { useState } from "preact/hooks";
import type { DeviceTest } from "../../../../common/api/setup.ts";
import { post } from "../../../api.ts";
import { run } from "../../../run.ts";
import { fieldErrors } from "../../../text/errors.ts";
import type { Problems } from "../parts/use-new.ts";

/** A test of devices: nothing of it is stored, and no barrier moves. */
export interface TestRun {
  asking: boolean;
  /** What the devices answered to the last question; null before the first. */
  results: readonly DeviceTest[] | null;
  /** What was asked last, as JSON. */
  of: string | null;
  /** What the booth found wrong with the settings, by path. */
  problems: Problems;
  ask(body: object): Promise<void>;
}

/** Tests devices as they are stored, or as somebody has just described them. */
export function useTest(): TestRun {
  const [asking, setAsking] = useState(false);
  const [of, setOf] = useState<string | null>(null);
  const [results, setResults] = useState<TestRun["results"]>(null);
  const [problems, setProblems] = useState<Problems>({});
  const send = async (body: object) => {
    try {
      return await post<{ items: DeviceTest[] }>("/api/setup/test", body);
    } catch (error) {
      setProblems(fieldErrors(error));
      throw error;
    }
  };
  return {
    asking,
    results,
    of,
    problems,
    async ask(body) {
      setAsking(true);
      setOf(JSON.stringify(body));
      setResults(null);
      setProblems({});
      const found = await run(() => send(body));
      setAsking(false);
      if (found !== undefined) setResults(found.items);
    },
  };
}
