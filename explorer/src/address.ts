// Addresses: everything that is seen is named after the `#`, so that a link shows the same thing to somebody else.

export type Route =
  | { page: "home" }
  | { page: "case"; packed: string }
  | { page: "golden"; id: string; at: number | null }
  | { page: "replay"; packed: string | null }
  | { page: "setup"; game: string | null; packed: string | null }
  | { page: "rules"; prefix: string; search: string }
  | { page: "rule"; id: string }
  | { page: "editions"; prefix: string; option: string | null }
  | { page: "library"; prefix: string | null }
  | { page: "help" }
  | { page: "unknown"; address: string };

export function readAddress(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page = "", ...rest] = path.split("/").map(decoded);
  const asked = new URLSearchParams(query);
  switch (page) {
    case "":
      return { page: "home" };
    case "case":
      return rest[0] ? { page: "case", packed: rest[0] } : { page: "home" };
    case "golden":
      return { page: "golden", id: rest.join("/"), at: count(asked.get("at")) };
    case "replay":
      return { page: "replay", packed: rest[0] || null };
    case "setup":
      return { page: "setup", game: rest[0] || null, packed: rest[1] || null };
    case "rules":
      return { page: "rules", prefix: rest[0] || "ww", search: asked.get("q") ?? "" };
    case "rule":
      return rest[0] ? { page: "rule", id: rest.join("/") } : { page: "rules", prefix: "ww", search: "" };
    case "editions":
      return { page: "editions", prefix: rest[0] || "ww", option: rest[1] || null };
    case "library":
      return { page: "library", prefix: rest[0] || null };
    case "help":
      return { page: "help" };
    default:
      return { page: "unknown", address: hash };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function count(given: string | null): number | null {
  return given !== null && /^\d{1,6}$/.test(given) ? Number(given) : null;
}

const encoded = (part: string): string => encodeURIComponent(part).replaceAll("%3A", ":").replaceAll("%2B", "+");

export const to = {
  home: (): string => "#/",
  case: (packed: string): string => `#/case/${packed}`,
  golden: (id: string, at: number | null = null): string => `#/golden/${id.split("/").map(encoded).join("/")}${at === null ? "" : `?at=${at}`}`,
  replay: (packed?: string): string => (packed ? `#/replay/${packed}` : "#/replay"),
  setup: (game?: string, packed?: string): string => ["#/setup", ...(game ? [encoded(game)] : []), ...(game && packed ? [packed] : [])].join("/"),
  rules: (prefix: string, search = ""): string => `#/rules/${encoded(prefix)}${search ? `?q=${encodeURIComponent(search)}` : ""}`,
  rule: (id: string): string => `#/rule/${encoded(id)}`,
  editions: (prefix: string, option?: string): string => `#/editions/${encoded(prefix)}${option ? `/${encoded(option)}` : ""}`,
  library: (prefix?: string): string => (prefix ? `#/library/${encoded(prefix)}` : "#/library"),
  help: (): string => "#/help",
};
