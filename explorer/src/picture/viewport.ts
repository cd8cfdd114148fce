// What part of a picture is seen: plain arithmetic, so that it can be tested without a browser.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The nearest one may come: this many units of the picture across. */
const CLOSEST = 160;

/** Grow the box to the shape of the window, around its middle. */
export function fitted(box: Box, window: Size): Box {
  const wanted = window.width / Math.max(1, window.height);
  const width = Math.max(box.width, box.height * wanted);
  const height = width / wanted;
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** Zoom by a factor (above 1: nearer) while the point at these shares of the window stays where it is. */
export function zoomed(seen: Box, factor: number, whole: Box, atX = 0.5, atY = 0.5): Box {
  const most = Math.max(whole.width, whole.height * (seen.width / seen.height)) * 1.15;
  const width = Math.min(most, Math.max(CLOSEST, seen.width / factor));
  const height = (width * seen.height) / seen.width;
  return kept({ x: seen.x + (seen.width - width) * atX, y: seen.y + (seen.height - height) * atY, width, height }, whole);
}

/** Move by shares of the window. */
export function panned(seen: Box, shareX: number, shareY: number, whole: Box): Box {
  return kept({ ...seen, x: seen.x + seen.width * shareX, y: seen.y + seen.height * shareY }, whole);
}

/** Move as little as needed so that a box is seen with some room around it. */
export function showing(seen: Box, wanted: Box, whole: Box): Box {
  const room = Math.min(seen.width, seen.height) * 0.12;
  return kept({ ...seen, x: nudged(seen.x, seen.width, wanted.x - room, wanted.x + wanted.width + room), y: nudged(seen.y, seen.height, wanted.y - room, wanted.y + wanted.height + room) }, whole);
}

function nudged(start: number, length: number, from: number, to: number): number {
  if (to - from > length) return (from + to - length) / 2;
  return Math.min(Math.max(start, to - length), from);
}

/** The middle of what is seen stays on the picture. */
function kept(seen: Box, whole: Box): Box {
  const middle = (start: number, length: number, low: number, size: number): number => Math.min(Math.max(start + length / 2, low), low + size) - length / 2;
  return { ...seen, x: middle(seen.x, seen.width, whole.x, whole.width), y: middle(seen.y, seen.height, whole.y, whole.height) };
}

/** The smallest box around some others; none around none. */
export function surrounding(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** A box with room around it. */
export const grown = (box: Box, room: number): Box => ({ x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room });

/** Of some points, the one to go to from here in a direction: near, and not too far to the side. */
export function neighbour<Point extends { x: number; y: number }>(from: { x: number; y: number }, points: readonly Point[], dx: number, dy: number): Point | undefined {
  let best: Point | undefined;
  let least = Infinity;
  for (const point of points) {
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (along <= 1 || aside > along * 2) continue;
    const cost = along + aside * 1.8;
    if (cost < least) {
      least = cost;
      best = point;
    }
  }
  return best;
}
