import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The forms in which something stands that is saved nowhere. */
const forms = signal<ReadonlySet<symbol>>(new Set());
/** What somebody wants to do that would lose it. */
const wanted = signal<(() => unknown) | null>(null);

export const isUnsaved = computed(() => forms.value.size > 0);
/** Whether somebody is to say if they want to lose what is not saved. */
export const isAskedToLeave = computed(() => wanted.value !== null);

/** Guards what is typed in a form while it is not saved: who goes elsewhere is asked first. */
export function useUnsaved(dirty: boolean): void {
  const form = useRef(Symbol("form")).current;
  useLayoutEffect(() => {
    if (!dirty) return;
    forms.value = new Set([...forms.peek(), form]);
    return () => {
      forms.value = new Set([...forms.peek()].filter((other) => other !== form));
    };
  }, [dirty, form]);
}

/** Leaves at once where nothing would be lost, else when the person agrees. */
export function leaveBy(way: () => unknown): void {
  if (isUnsaved.peek()) wanted.value = way;
  else way();
}

export function stay(): void {
  wanted.value = null;
}

export function leaveUnsaved(): void {
  const way = wanted.peek();
  forgetUnsaved();
  way?.();
}

/** What stands in the forms is saved by now, or nobody is there any more who wants it. */
export function forgetUnsaved(): void {
  wanted.value = null;
  forms.value = new Set();
}

// A closed or reloaded page cannot ask in its own words.
addEventListener("beforeunload", (event) => {
  if (isUnsaved.peek()) event.preventDefault();
});
