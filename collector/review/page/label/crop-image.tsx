import type { LeasedItem } from "../../../../common/api/collector.ts";
import { attempt, decode, findOut, isBroken, stateOf } from "../crops.ts";
import { when } from "../format.ts";
import { text } from "../text.ts";

/** One crop, fetched and decoded as soon as it is leased. */
export function CropImage({ item, isShown }: { item: LeasedItem; isShown: boolean }) {
  const state = stateOf(item).value;
  if (isBroken(state)) return null;
  return (
    <img
      // A picture that came stays; one that did not is asked for anew.
      key={state === "ready" ? "" : attempt.value}
      class={isShown && state === "ready" ? "crop" : "crop ahead"}
      src={item.crop}
      alt={isShown ? text.crop(item.boothId, when(item.takenAt)) : ""}
      aria-hidden={!isShown}
      draggable={false}
      onLoad={({ currentTarget }) => void decode(currentTarget, item)}
      onError={() => void findOut(item)}
    />
  );
}
