import { type ClientInstrumentation, href, matchRoutes, type RouteObject } from "react-router";
import { toast } from "./toast.tsx";
import { unreached } from "./unreached.ts";

declare global {
  interface Window {
    __reactRouterManifest: { routes: Record<string, { module: string; hasLoader: boolean }> };
    __reactRouterDataRouter: { routes: RouteObject[] };
  }
}

/** Never resolves, so that the router doesn't navigate. */
const stay = () => new Promise<never>(() => {});

let latest = 0;
let toastId: number | undefined;

/** Loads scripts before navigating: without them the router reloads, or offline shows an error. */
export const reachPages: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(go, { to, formMethod, formData }) {
        const navigation = ++latest;
        const isSent = formMethod !== undefined && formMethod.toUpperCase() !== "GET";
        const target = new URL(String(to), location.href);
        if (formData) target.search = `${new URLSearchParams([...formData] as [string, string][])}`;
        if (typeof to === "number" || isSent || isSection(target)) return void (await go());
        const routes = routesOf(target);
        const scripts = await loadScripts(routes);
        if (navigation !== latest) return stay();
        const areMissing = scripts.some(({ status }) => status === "rejected");
        if (areMissing || (!navigator.onLine && routes.some(({ hasLoader }) => hasLoader))) {
          if (await isReached()) location.assign(target);
          else tellWhy();
          return stay();
        }
        await go();
      },
    }),
};

/** React Router's `prefetch` reloads the page where scripts are missing and loses typed text. */
export function fetchAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin) return;
  void loadScripts(routesOf(new URL(link.href)));
}

function loadScripts(routes: { module: string }[]) {
  return Promise.allSettled(routes.map(({ module }) => import(/* @vite-ignore */ module)));
}

function isSection({ pathname, search, hash }: URL): boolean {
  return hash !== "" && pathname + search === location.pathname + location.search;
}

function routesOf({ pathname }: URL) {
  const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = window;
  const matches = matchRoutes(router.routes, pathname) ?? [];
  return matches.flatMap(({ route }) => manifest.routes[route.id ?? ""] ?? []);
}

async function isReached(): Promise<boolean> {
  const response = await fetch(href("/healthz")).catch(() => null);
  return response?.ok ?? false;
}

function tellWhy(): void {
  const title = unreached(new TypeError("Failed to fetch"))!;
  toastId = toast.info(title, "This page stays as it is. Please try again in a moment.", toastId);
}
