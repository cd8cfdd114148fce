// A picture arrives as text. It is parsed as XML, and only elements and attributes that a board is made of are built anew:
// no scripts, styles, links, handlers or outside resources get into the page, whatever the text says.

export const SVG = "http://www.w3.org/2000/svg";
const MOST_ELEMENTS = 60_000;

const ELEMENTS = new Set(["svg", "title", "desc", "g", "defs", "clipPath", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan"]);

const ATTRIBUTES = new Set(
  ("viewBox width height role aria-label aria-hidden id x y dx dy x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity fill-rule stroke " +
    "stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray opacity font-size font-family font-weight font-style " +
    "text-anchor dominant-baseline letter-spacing paint-order pointer-events clip-path clip-rule preserveAspectRatio visibility").split(" "),
);

export class BadPicture extends Error {}

/** Return the picture as a fresh element of this document; throw `BadPicture` if the text is none. */
export function safePicture(text: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new BadPicture("Referee's picture cannot be read.");
  const left = { elements: MOST_ELEMENTS };
  const built = rebuilt(root, left);
  if (!(built instanceof SVGSVGElement)) throw new BadPicture("Referee's picture cannot be read.");
  return built;
}

function rebuilt(source: Element, left: { elements: number }): SVGElement | null {
  if (source.namespaceURI !== SVG || !ELEMENTS.has(source.localName)) return null;
  if (left.elements-- <= 0) throw new BadPicture("Referee's picture has more parts than any board.");
  const made = document.createElementNS(SVG, source.localName) as SVGElement;
  for (const { name, value } of Array.from(source.attributes)) if (isSafe(name, value)) made.setAttribute(name, value);
  for (const child of Array.from(source.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.nodeValue ?? "");
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = rebuilt(child as Element, left);
      if (inner !== null) made.append(inner);
    }
  }
  return made;
}

function isSafe(name: string, value: string): boolean {
  if (/^data-[a-z-]+$/.test(name)) return true;
  if (!ATTRIBUTES.has(name)) return false;
  return !/url\s*\(/i.test(value) || /^url\(#[\w-]+\)$/.test(value);
}
