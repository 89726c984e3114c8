import type { Config } from "@react-router/dev/config";
import { allPages } from "./app/content/pages.ts";

export default {
  /** Content pages know nobody: rendered once at build, sent from memory. Everything else is rendered per request. */
  prerender: [...allPages.map(({ path }) => path), "/sitemap.xml", "/robots.txt"],
  /** The whole URL table is small; loading it piecemeal would let a route outside the table surprise us. */
  routeDiscovery: { mode: "initial" },
} satisfies Config;
