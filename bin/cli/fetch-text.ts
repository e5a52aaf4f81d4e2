const ANSWER_MS = 3000;

/** What an address answers with 200, or with another of these; null where it answers otherwise, late or not at all. */
export async function fetchText(
  url: string,
  { statuses = [200], patienceMs = ANSWER_MS }: { statuses?: readonly number[]; patienceMs?: number } = {},
): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: "error" });
    const text = await answer.text();
    return statuses.includes(answer.status) ? text : null;
  } catch {
    return null;
  }
}
