/** What is done at the booth's own terminal, and the command that does it. */
export function ByCommand({ what, command }: { what: string; command: string }) {
  return (
    <p class="by-command">
      <span>{what}</span>
      <code dir="ltr">{command}</code>
    </p>
  );
}
