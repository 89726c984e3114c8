import type { Config } from "@react-router/dev/config";
import { allPages } from "./app/content/pages.ts";

export default {
  // These are the same for every visitor: rendered once at build, sent from memory.
  prerender: [...allPages.map(({ path }) => path), "/sitemap.xml", "/robots.txt"],
  // The whole URL table is small; lazy discovery would add requests and a URL of the framework's own.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
