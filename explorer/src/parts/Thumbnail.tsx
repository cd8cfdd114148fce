import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAnswer } from "../app";
import { safePicture } from "../picture/sanitise";
import type { Drawn } from "../rpc/answers";

/** A small picture of how a scenario begins: the map only, for the eye. */
export function Thumbnail({ game, scenario }: { game: string; scenario: string }): JSX.Element {
  const drawn = useAnswer<Drawn>("draw", scenario ? { case: { game, scenario }, marks: false } : null);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!drawn.value || !holder.current) return;
    const picture = safePicture(drawn.value.svg);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.removeAttribute("role");
    picture.setAttribute("preserveAspectRatio", "xMidYMid slice");
    picture.setAttribute("aria-hidden", "true");
    for (const id of Array.from(picture.querySelectorAll("[id]"))) id.removeAttribute("id");
    for (const clipped of Array.from(picture.querySelectorAll("[clip-path]"))) clipped.removeAttribute("clip-path");
    for (const part of ["title", "margin"]) picture.querySelector(`[data-part=${part}]`)?.remove();
    holder.current.replaceChildren(picture);
    const map = picture.querySelector<SVGGraphicsElement>("[data-part=map] rect");
    const width = Number(map?.getAttribute("width") ?? 0);
    const height = Number(map?.getAttribute("height") ?? 0);
    if (width && height) picture.setAttribute("viewBox", `24 84 ${width} ${height}`);
  }, [drawn.value]);
  return <div class="thumbnail" ref={holder} aria-hidden="true" />;
}
