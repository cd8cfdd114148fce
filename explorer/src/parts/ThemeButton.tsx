import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

type Theme = "auto" | "light" | "dark";
const NEXT: Record<Theme, Theme> = { auto: "dark", dark: "light", light: "auto" };
const SIGNS: Record<Theme, string> = { auto: "◐", light: "☀", dark: "☾" };

/** Light, dark, or as the system has it. */
export function ThemeButton(): JSX.Element {
  const [theme, setTheme] = useState<Theme>(stored);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // a browser that keeps nothing still shows the page
    }
  }, [theme]);
  return (
    <button type="button" class="quiet" aria-label={`Colours: ${theme}. Change to ${NEXT[theme]}`} title={`Colours: ${theme}`} onClick={() => setTheme(NEXT[theme])}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
}

function stored(): Theme {
  try {
    const found = localStorage.getItem("theme");
    return found === "light" || found === "dark" ? found : "auto";
  } catch {
    return "auto";
  }
}
