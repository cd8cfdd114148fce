import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Dragged {
  base: string;
  words: string;
  /** The place it is taken from; none from the tray. */
  from?: string;
}

interface Target {
  id: string;
  name: string;
}

interface Dragging {
  start: (dragged: Dragged, event: PointerEvent) => void;
  over: string | null;
  ghost: JSX.Element | null;
}

/** Drag with mouse, pen or finger; let go outside a place to put back, or to remove what came from the map. */
export function useDragging({ placeAt, drop }: { placeAt: (x: number, y: number) => Target | null; drop: (dragged: Dragged, onto: Target | null) => void }): Dragging {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const latest = useRef({ placeAt, drop });
  latest.current = { placeAt, drop };
  const from = useRef({ x: 0, y: 0 });

  useEffect(() => {
    if (!dragged) return undefined;
    let moved = false;
    const follow = (event: PointerEvent): void => {
      moved ||= Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 6;
      if (ghost.current) {
        ghost.current.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
        ghost.current.hidden = !moved;
      }
      setOver(moved ? (latest.current.placeAt(event.clientX, event.clientY)?.id ?? null) : null);
      if (moved) event.preventDefault();
    };
    const end = (event: PointerEvent): void => {
      const onto = latest.current.placeAt(event.clientX, event.clientY);
      setDragged(null);
      setOver(null);
      if (event.type === "pointerup" && moved && !(dragged.from && onto?.id === dragged.from)) latest.current.drop(dragged, onto);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [dragged]);

  return {
    over,
    start: (what, event) => {
      from.current = { x: event.clientX, y: event.clientY };
      setDragged(what);
    },
    ghost: dragged ? (
      <div class="ghost" ref={ghost} hidden aria-hidden="true">
        {dragged.words}
      </div>
    ) : null,
  };
}
