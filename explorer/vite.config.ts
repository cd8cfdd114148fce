import { defineConfig } from "vitest/config";

// Relative addresses: the same files work at the root of `referee explore` and in any folder of a static host.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { proxy: { "/rpc": process.env.REFEREE_SERVER ?? "http://127.0.0.1:8321" } },
  test: { environment: "jsdom", include: ["test/**/*.test.{ts,tsx}"] },
});
