import { Padlock } from "./padlock.tsx";

/** Says why nothing here can be changed. */
export function LockedNote({ children }: { children: string }) {
  return (
    <p class="locked-note">
      <Padlock />
      <span>{children}</span>
    </p>
  );
}
