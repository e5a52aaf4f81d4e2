import { useEffect, useState } from "preact/hooks";

/** The room of the page in CSS px, as it is now. */
export function useView(): { width: number; height: number } {
  const [view, setView] = useState(measure);
  useEffect(() => {
    const follow = () => setView(measure());
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, []);
  return view;
}

function measure(): { width: number; height: number } {
  return { width: innerWidth, height: innerHeight };
}
