import type { ComponentChildren } from "preact";
import { Failure } from "../../../parts/failure.tsx";
import { Working } from "../../../parts/working.tsx";

interface LoadedProps<T> {
  of: { value: T | undefined; error: unknown; reload: () => void };
  children: (value: T) => ComponentChildren;
}

/** What was read once it is there; until then that it is being read, or why it could not be. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  if (of.value !== undefined) return <>{children(of.value)}</>;
  return of.error ? <Failure error={of.error} onRetry={of.reload} /> : <Working />;
}
