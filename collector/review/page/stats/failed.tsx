import { Button } from "../parts/button.tsx";
import { text } from "../text.ts";

export function Failed({ words, onAgain }: { words: string; onAgain: () => void }) {
  return (
    <div class="failed" role="alert">
      <p>
        <span aria-hidden="true">▲ </span>
        {words}
      </p>
      <Button onTap={onAgain}>{text.again}</Button>
    </div>
  );
}
