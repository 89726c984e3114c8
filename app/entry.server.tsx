import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, ServerRouter } from "react-router";
import { getSettings } from "#app/server/env.server.ts";
import { log, pathForLog } from "#app/server/log.server.ts";
import { RenderedPage } from "#app/document/rendered-page.server.ts";
import { documentPolicy, inlineSources } from "#app/server/http/security-headers.server.ts";
import { placeholderOrigin } from "#app/document/origin.ts";
import { beginning, restOf } from "#app/document/shell.server.ts";

/** A page is sent whole: it is small, and its content policy is made from what it contains. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { serverHandoffStream, ...shell } = context;
  const handoff = await text(serverHandoffStream!);
  const html = renderToString(<ServerRouter context={withItsRoutes(shell)} url={request.url} />);
  // The owner's desk is a tool: she is about to use it, so it does not wait for her first move.
  const rest = restOf(html, handoff, { deferred: !/^\/admin(\/|$)/.test(pathname) });
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  // Pages made at build learn the site's address and get their policy when the server reads them.
  if (process.env.IS_RR_BUILD_REQUEST === "yes")
    return new Response(beginning.text + rest, { status, headers });
  const placed = rest.replaceAll(placeholderOrigin, getSettings().SITE_URL);
  // Vite's own scripts and styles in development would need everything allowed.
  const formTargets = /^\/login\/?$/.test(pathname)
    ? [new URL(getSettings().GOOGLE_ISSUER).origin]
    : [];
  headers.set(
    "Content-Security-Policy",
    import.meta.env.PROD
      ? documentPolicy([inlinesOfBeginning, inlineSources(placed)], formTargets)
      : "",
  );
  return new RenderedPage(beginning, Buffer.from(placed), { status, headers });
}

const inlinesOfBeginning = inlineSources(beginning.text);

/** A page is rendered with the routes on its own branch; the framework would make a table of all of them each time. */
function withItsRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

/** Errors of loaders and actions, logged once; a visitor who left is not one, and one who asks for what there is not is none of ours. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const about = { method: request.method, path: pathForLog(request.url) };
  if (isRouteErrorResponse(error) && error.status < 500)
    return log.warn({ ...about, status: error.status }, "request refused");
  log.error({ ...about, err: error }, "request failed");
}
