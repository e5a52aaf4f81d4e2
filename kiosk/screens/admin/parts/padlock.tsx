/** A padlock; what is locked, and why, is said in words beside it. Drawn here, as not every terminal has such a letter. */
export function Padlock() {
  return (
    <svg class="padlock" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" stroke-width="2" />
      <rect x="2.5" y="7" width="11" height="8" rx="1.5" fill="currentColor" />
    </svg>
  );
}
