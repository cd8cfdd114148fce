// The board: Referee's drawing, to be moved, zoomed, clicked, and walked over with the keyboard.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { BadPicture, safePicture, SVG } from "./sanitise";
import { fitted, grown, neighbour, panned, showing, surrounding, zoomed, type Box } from "./viewport";

export interface Clicked {
  place: string | null;
  piece: string | null;
  card: string | null;
  name: string;
}

export interface Marks {
  reachable?: ReadonlySet<string>;
  hovered?: string | null;
  selected?: string | null;
}

interface Props {
  svg: string;
  label: string;
  text?: string;
  marks?: Marks;
  stale?: boolean;
  onClick?: (clicked: Clicked) => void;
  onPiecePointerDown?: (piece: string, place: string, event: PointerEvent) => void;
}

interface PlaceAt {
  id: string;
  name: string;
  x: number;
  y: number;
  box: Box;
  element: SVGGraphicsElement;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function Board({ svg, label, text, marks, stale = false, onClick, onPiecePointerDown }: Props): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<SVGSVGElement | null>(null);
  const whole = useRef<Box>({ x: 0, y: 0, width: 100, height: 100 });
  const seen = useRef<Box | null>(null);
  const places = useRef<PlaceAt[]>([]);
  const [focused, setFocused] = useState<string | null>(null);
  const [bad, setBad] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  const show = (box: Box): void => {
    seen.current = box;
    drawn.current?.setAttribute("viewBox", `${box.x.toFixed(1)} ${box.y.toFixed(1)} ${box.width.toFixed(1)} ${box.height.toFixed(1)}`);
  };
  const size = (): { width: number; height: number } => ({ width: frame.current?.clientWidth || 800, height: frame.current?.clientHeight || 600 });
  const fitTo = (part: string | null): void => {
    const box = part === null ? whole.current : (partBox(drawn.current, part) ?? whole.current);
    show(fitted(box, size()));
  };

  useLayoutEffect(() => {
    const place = holder.current;
    if (!place) return;
    try {
      const picture = safePicture(svg);
      const [x = 0, y = 0, width = 100, height = 100] = (picture.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
      const before = whole.current;
      whole.current = { x, y, width, height };
      picture.removeAttribute("width");
      picture.removeAttribute("height");
      picture.setAttribute("preserveAspectRatio", "xMidYMid meet");
      picture.setAttribute("aria-hidden", "true");
      picture.removeAttribute("role");
      place.replaceChildren(picture);
      drawn.current = picture;
      places.current = placesOf(picture);
      const map = partBox(picture, "map") ?? whole.current;
      frame.current?.parentElement?.style.setProperty("--shape", String(Math.min(1.6, map.width / Math.max(1, map.height)).toFixed(3)));
      if (seen.current && Math.abs(before.width - width) < width * 0.02) show(seen.current);
      else show(fitted(firstView(picture, places.current, whole.current, size()), size()));
      setBad(null);
      setRound((n) => n + 1);
    } catch (fault) {
      setBad(fault instanceof BadPicture ? fault.message : String(fault));
    }
  }, [svg]);

  useEffect(() => {
    drawMarks(drawn.current, places.current, marks ?? {}, focused);
  }, [round, marks?.reachable, marks?.hovered, marks?.selected, focused]);

  useEffect(() => {
    const hovered = marks?.hovered;
    const found = hovered ? places.current.find((place) => place.id === hovered) : undefined;
    if (found && seen.current) show(showing(seen.current, found.box, whole.current));
  }, [marks?.hovered]);

  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(() => seen.current && show(fittedAgain(seen.current, size())));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  usePointers(frame, {
    zoom: (factor, shareX, shareY) => {
      if (seen.current) show(zoomed(seen.current, factor, whole.current, shareX, shareY));
    },
    pan: (shareX, shareY) => {
      if (seen.current) show(panned(seen.current, shareX, shareY, whole.current));
    },
    click: (target) => {
      const clicked = clickedOf(target);
      setFocused(clicked.place);
      onClick?.(clicked);
    },
    piece: (piece, place, event) => {
      onPiecePointerDown?.(piece, place, event);
      return onPiecePointerDown !== undefined;
    },
  });

  const zoomBy = (factor: number): void => {
    if (seen.current) show(zoomed(seen.current, factor, whole.current));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) {
        if (seen.current) show(panned(seen.current, arrow[0] * 0.15, arrow[1] * 0.15, whole.current));
        return;
      }
      const here = places.current.find((place) => place.id === focused);
      const middle = seen.current ? { x: seen.current.x + seen.current.width / 2, y: seen.current.y + seen.current.height / 2 } : { x: 0, y: 0 };
      const next = here ? neighbour(here, places.current, arrow[0], arrow[1]) : nearest(middle, places.current);
      if (next) {
        setFocused(next.id);
        if (seen.current) show(showing(seen.current, next.box, whole.current));
      }
      return;
    }
    if (event.key === "+" || event.key === "=") zoomBy(1.3);
    else if (event.key === "-") zoomBy(1 / 1.3);
    else if (event.key === "0") fitTo(null);
    else if ((event.key === "Enter" || event.key === " ") && focused) {
      const found = places.current.find((place) => place.id === focused);
      onClick?.({ place: focused, piece: null, card: null, name: found?.name ?? focused });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const focusedName = places.current.find((place) => place.id === focused)?.name ?? "";
  return (
    <div class={`board${stale ? " board-stale" : ""}`}>
      {/* An application: arrows walk over its places, so a screen reader must hand the keys through. */}
      <div
        class="board-frame"
        ref={frame}
        tabIndex={0}
        role="application"
        aria-roledescription="board"
        aria-label={`${label}. Arrow keys go from place to place, Enter chooses, Shift and arrows move the map, plus and minus zoom, 0 shows all.`}
        onKeyDown={onKeyDown}
      >
        <div class="board-holder" ref={holder} />
        {bad ? <p class="fault">{bad}</p> : null}
      </div>
      <p class="sr-only" role="status">
        {focusedName ? `${focusedName}. ${stackText(drawn.current, focused)}` : ""}
      </p>
      {text !== undefined ? (
        <details class="board-text">
          <summary>The position as text</summary>
          <pre tabIndex={0}>{text}</pre>
        </details>
      ) : null}
      <div class="board-tools" role="group" aria-label="View of the board">
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoomBy(1.4)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoomBy(1 / 1.4)}>
          −
        </button>
        <button type="button" aria-label="Show the map" title="Show the map" onClick={() => fitTo("map")}>
          ▣
        </button>
        <button type="button" aria-label="Show tracks and hands" title="Tracks and hands" onClick={() => fitTo("margin")}>
          ☰
        </button>
        <button type="button" aria-label="Show everything" title="Show everything (0)" onClick={() => fitTo(null)}>
          ⤢
        </button>
      </div>
    </div>
  );
}

/** Keep the middle and the scale when the window changes its shape. */
function fittedAgain(seen: Box, window: { width: number; height: number }): Box {
  const height = (seen.width * window.height) / Math.max(1, window.width);
  return { x: seen.x, y: seen.y + (seen.height - height) / 2, width: seen.width, height };
}

/** What is seen first: where pieces stand, if that is a small part of the map; else all, or the map in a narrow window. */
function firstView(picture: SVGSVGElement, places: readonly PlaceAt[], whole: Box, window: { width: number; height: number }): Box {
  const map = partBox(picture, "map") ?? whole;
  const held = new Set(Array.from(picture.querySelectorAll("[data-piece][data-space], [data-work][data-space]"), (each) => each.getAttribute("data-space")));
  const around = surrounding(places.filter((place) => held.has(place.id)).map((place) => place.box));
  if (around && around.width < map.width * 0.45 && around.height < map.height * 0.45) return grown(around, map.width * 0.16);
  return window.width < 600 ? map : whole;
}

function partBox(picture: SVGSVGElement | null, part: string): Box | null {
  const found = picture?.querySelector<SVGGraphicsElement>(`[data-part="${part}"]`);
  return found ? boxOf(found) : null;
}

/** The box of an element in units of the picture. */
function boxOf(element: SVGGraphicsElement): Box | null {
  const picture = element.ownerSVGElement;
  if (!picture || typeof element.getBBox !== "function") return null;
  const box = element.getBBox();
  const own = element.getCTM();
  const outer = picture.getCTM();
  if (!own || !outer) return box;
  const matrix = outer.inverse().multiply(own);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y + box.height],
  ].map(([x = 0, y = 0]) => ({ x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f }));
  const [one, other] = corners as [{ x: number; y: number }, { x: number; y: number }];
  return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(other.x - one.x), height: Math.abs(other.y - one.y) };
}

function placesOf(picture: SVGSVGElement): PlaceAt[] {
  const found: PlaceAt[] = [];
  for (const element of Array.from(picture.querySelectorAll<SVGGraphicsElement>("[data-space][data-name]"))) {
    const box = boxOf(element);
    const id = element.getAttribute("data-space") ?? "";
    if (box) found.push({ id, name: element.getAttribute("data-name") ?? id, x: box.x + box.width / 2, y: box.y + box.height / 2, box, element });
  }
  return found;
}

function nearest(from: { x: number; y: number }, places: readonly PlaceAt[]): PlaceAt | undefined {
  return [...places].sort((one, other) => Math.hypot(one.x - from.x, one.y - from.y) - Math.hypot(other.x - from.x, other.y - from.y))[0];
}

function drawMarks(picture: SVGSVGElement | null, places: readonly PlaceAt[], marks: Marks, focused: string | null): void {
  if (!picture) return;
  picture.querySelector("[data-part=page-marks]")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("data-part", "page-marks");
  layer.setAttribute("pointer-events", "none");
  for (const place of places) {
    const kinds = [marks.reachable?.has(place.id) ? "reachable" : null, marks.hovered === place.id ? "hovered" : null, marks.selected === place.id ? "selected" : null, focused === place.id ? "focused" : null];
    for (const kind of kinds) if (kind) layer.append(ringAround(place.box, kind));
  }
  picture.append(layer);
}

function ringAround(box: Box, kind: string): SVGElement {
  const ring = document.createElementNS(SVG, "rect");
  const room = kind === "reachable" ? 7 : kind === "focused" ? 15 : 11;
  const big = box.width > 110 || box.height > 110;
  const attributes: Record<string, number | string> = { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room, rx: big ? 16 : Math.min(box.width, box.height) / 2 + room, class: `ring ring-${kind}` };
  for (const [name, value] of Object.entries(attributes)) ring.setAttribute(name, String(value));
  return ring;
}

export function clickedOf(target: Element): Clicked {
  const up = (attribute: string): string | null => target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null;
  const piece = up("data-piece");
  const place = up("data-space") ?? up("data-stack") ?? up("data-label") ?? up("data-settlement-space");
  const name = target.closest("[data-name]")?.getAttribute("data-name") ?? place ?? "";
  return { place, piece, card: up("data-card"), name };
}

/** What stands in a place, as the drawing names it: the titles of pieces, works and markers. */
export function standingAt(picture: ParentNode | null, place: string): { id: string; what: string; side: string | null }[] {
  const found = picture?.querySelectorAll(`[data-space="${CSS.escape(place)}"]:not([data-name])`) ?? [];
  return Array.from(found, (element) => ({
    id: element.getAttribute("data-piece") ?? element.getAttribute("data-work") ?? element.getAttribute("data-marker") ?? "",
    what: Array.from(element.children).find((child) => child.localName === "title")?.textContent ?? namedPlainly(element),
    side: element.getAttribute("data-side"),
  })).filter((each) => each.what);
}

/** A piece whose picture has no title of its own is called by its side and kind. */
function namedPlainly(element: Element): string {
  const kind = element.getAttribute("data-piece") ?? element.getAttribute("data-work") ?? element.getAttribute("data-marker");
  return kind === null ? "" : [element.getAttribute("data-side"), kind].filter(Boolean).join(" ").replaceAll("_", " ");
}

function stackText(picture: SVGSVGElement | null, place: string | null): string {
  if (!place) return "";
  const there = standingAt(picture, place);
  return there.length ? there.map((each) => each.what).join("; ") : "Empty";
}

interface Pointing {
  zoom: (factor: number, shareX: number, shareY: number) => void;
  pan: (shareX: number, shareY: number) => void;
  click: (target: Element) => void;
  piece: (piece: string, place: string, event: PointerEvent) => boolean;
}

/** Wheel, drag, pinch and click on one element. A drag is no click. */
function usePointers(frame: { current: HTMLDivElement | null }, doing: Pointing): void {
  const latest = useRef(doing);
  latest.current = doing;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const down = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    let target: Element | null = null;
    const shareOf = (x: number, y: number): [number, number] => {
      const box = element.getBoundingClientRect();
      return [(x - box.left) / box.width, (y - box.top) / box.height];
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      const hit = event.target as Element;
      const piece = hit.closest("[data-piece]");
      if (piece && down.size === 0 && latest.current.piece(piece.getAttribute("data-piece") ?? "", piece.getAttribute("data-space") ?? "", event)) return;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (down.size === 1) {
        travelled = 0;
        target = hit;
      }
    };
    const onMove = (event: PointerEvent): void => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const box = element.getBoundingClientRect();
      if (down.size === 1) {
        travelled += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (travelled > 5) {
          if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
          latest.current.pan((before.x - now.x) / box.width, (before.y - now.y) / box.height);
        }
      } else {
        travelled = 100;
        const other = [...down].find(([id]) => id !== event.pointerId)?.[1] ?? now;
        const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
        latest.current.zoom(factor, ...shareOf((now.x + other.x) / 2, (now.y + other.y) / 2));
      }
      down.set(event.pointerId, now);
    };
    const onUp = (event: PointerEvent): void => {
      if (!down.delete(event.pointerId)) return;
      if (event.type === "pointerup" && down.size === 0 && travelled <= 5 && target) latest.current.click(target);
    };
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const [shareX, shareY] = shareOf(event.clientX, event.clientY);
      const amount = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
      latest.current.zoom(Math.exp(-Math.max(-300, Math.min(300, amount)) * 0.0016), shareX, shareY);
    };
    element.addEventListener("pointerdown", onDown);
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerup", onUp);
    element.addEventListener("pointercancel", onUp);
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", onDown);
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerup", onUp);
      element.removeEventListener("pointercancel", onUp);
      element.removeEventListener("wheel", onWheel);
    };
  }, []);
}
