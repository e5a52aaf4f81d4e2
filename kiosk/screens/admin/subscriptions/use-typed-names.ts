import { useLayoutEffect, useState } from "preact/hooks";
import { namesIn } from "./names.ts";

interface ListOfNames {
  names: readonly string[];
  /** As the booth has them, of a list that exists. */
  stored: readonly string[] | undefined;
  kept: (name: string) => string;
  onChange: (names: string[]) => void;
}

const NOTHING = { text: "", names: [] as readonly string[] };

/**
 * What stands in the box below a list. It counts as part of the list at once, so that saving takes it along; it leaves
 * the box when it is added, saved or discarded.
 */
export function useTypedNames({ names, stored, kept, onChange }: ListOfNames) {
  const [typed, setTyped] = useState(NOTHING);
  const listed = names.filter((name) => !typed.names.includes(name));
  const isOver =
    typed.names.length > 0 &&
    (typed.names.some((name) => !names.includes(name)) || typed.names.every((name) => stored?.includes(name)));
  // Before anybody sees it, or types on: what is discarded must not stand in the box for a moment longer.
  useLayoutEffect(() => {
    if (isOver) setTyped(NOTHING);
  }, [isOver]);
  return {
    text: typed.text,
    /** Without what is still in the box. */
    listed,
    type(text: string) {
      const added = namesIn(text, kept).filter((name) => !listed.includes(name));
      setTyped({ text, names: added });
      onChange([...listed, ...added]);
    },
    add: () => setTyped(NOTHING),
    remove: (name: string) => onChange(names.filter((other) => other !== name)),
  };
}
