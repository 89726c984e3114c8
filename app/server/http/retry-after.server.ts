import type { HeadersFunction, ServerBuild } from "react-router";

/** Retry-After of whoever asks to be left alone for a while, in a page's action, its loader or the error that either threw. */
const waitOf = (...all: (Headers | undefined)[]) =>
  all.map((headers) => headers?.get("Retry-After")).find(Boolean);

/**
 * The framework sends only the headers that a route names. A page that is refused for a while must
 * say for how long, whichever route it is, so each of them hands on Retry-After.
 */
export function forwardRetryAfter(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { headers: own } = route.module;
    const headers: HeadersFunction = (args) => {
      const named = new Headers(
        typeof own === "function" ? own(args) : (own ?? args.parentHeaders),
      );
      const wait = waitOf(
        args.actionHeaders,
        args.loaderHeaders,
        args.errorHeaders,
        args.parentHeaders,
      );
      if (wait) named.set("Retry-After", wait);
      return named;
    };
    return [id, { ...route, module: { ...route.module, headers } }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
