import type { HeadersFunction, ServerBuild } from "react-router";

/** Any page may be refused for a while, but the framework sends only headers that a route names. */
export function forwardRetryAfter(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { headers: own } = route.module;
    const headers: HeadersFunction = (args) => {
      const named = new Headers(
        typeof own === "function" ? own(args) : (own ?? args.parentHeaders),
      );
      const retryAfter = [
        args.actionHeaders,
        args.loaderHeaders,
        args.errorHeaders,
        args.parentHeaders,
      ]
        .map((given) => given?.get("Retry-After"))
        .find(Boolean);
      if (retryAfter) named.set("Retry-After", retryAfter);
      return named;
    };
    return [id, { ...route, module: { ...route.module, headers } }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
