/** Refuses what is no kind of event. */
export async function assertKind(kind: string | undefined): Promise<void> {
  const { EVENT_KINDS } = await import("../../common/events.ts");
  const { refuse } = await import("../../common/errors.ts");
  if (kind !== undefined && !EVENT_KINDS.some((each) => each === kind))
    refuse("invalid_input", `"${kind}" is not a kind; expected one of ${EVENT_KINDS.join(", ")}`);
}
