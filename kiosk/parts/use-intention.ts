import { useState } from "preact/hooks";
import { createIntention, type Intention } from "../intention.ts";

/** The intention of a form or sheet, for as long as it is on the screen. */
export function useIntention(): Intention {
  const [intention] = useState(createIntention);
  return intention;
}
