import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** How many cells of a size fit into a box, by its gap; at least one in each direction. Counted again as the box changes. */
export function useFit(
  box: RefObject<HTMLElement | null>,
  cell: { width: number; height: number },
): { columns: number; rows: number } {
  const [fit, setFit] = useState({ columns: 1, rows: 1 });
  const { width, height } = cell;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const style = getComputedStyle(element);
      const scale = Number(style.getPropertyValue("--k")) || 1;
      const gap = Number.parseFloat(style.rowGap) || 0;
      const count = (room: number, size: number) => Math.max(1, Math.floor((room + gap) / (size + gap)));
      const columns = count(element.clientWidth, width * scale);
      // A grid says how high its rows are; on low screens they are lower.
      const rows = count(element.clientHeight, Number.parseFloat(style.gridAutoRows) || height * scale);
      setFit((was) => (was.columns === columns && was.rows === rows ? was : { columns, rows }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box, width, height]);
  return fit;
}
