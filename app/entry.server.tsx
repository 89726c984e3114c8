import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import siteStyles from "#app/document/styles/site.css?inline";
import siteStylesheet from "#app/document/styles/site.css?url";
import webFonts from "#app/fonts/web-fonts.css?inline";
import examDayScript from "#app/document/exam-day-script.ts?script";
import forgetExamDay from "#app/document/forget-exam-day.ts?script";
import inlineScript from "#app/document/inline-script.ts?script";
import plainScript from "#app/document/plain-script.ts?script";
import unansweredForm from "#app/document/unanswered-form.ts?script";
import zoneScript from "#app/document/zone-script.ts?script";
import { isHiddenPath } from "#app/content/visibility.ts";
import { content, contentState } from "#app/content/content.ts";
import { paletteStyles } from "#app/content/palettes.ts";
import { type InlineHead, InlineHeadContext } from "#app/document/inline-head.tsx";
import { withStart } from "#app/document/defer-hydration.ts";
import { isPlainDocument } from "#app/document/plain-document.ts";
import { withUsedRules } from "#app/document/page-styles.server.ts";
import { RenderedPage, nonceContext } from "#app/document/rendered-page.server.ts";
import { placeholderOrigin } from "#app/document/origin.ts";
import { speculationRules } from "#app/document/speculation-rules.ts";
import { cardFormTargets } from "#app/features/cards/stripe.server.ts";
import { keepRenderError } from "#app/features/site-publishing/renderer.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import {
  documentPolicy,
  nonceSources,
  plainDocumentPolicy,
} from "#app/server/http/security-headers.server.ts";
import { log, pathForLog } from "#app/server/log.server.ts";

const inlineHead = {
  webFonts,
  script: inlineScript + unansweredForm,
  styles: siteStyles,
  speculationRules: JSON.stringify(speculationRules),
};

export default async function handleRequest(
  request: Request,
  routed: number,
  headers: Headers,
  context: EntryContext,
  requestContext: RouterContextProvider,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const status = routed < 500 && isHiddenPath(pathname) ? 404 : routed;
  const nonce = requestContext.get(nonceContext) ?? undefined;
  const isPlain = isPlainDocument(context);
  // The owner opens the admin to work in it, so it does not wait for her first move.
  const isAdmin = /^\/admin(\/|$)/.test(pathname);
  const ownContext = {
    ...context,
    manifest: ofThisPage(context, isAdmin),
    serverHandoffStream: undefined,
  };
  const rendered = `<!DOCTYPE html>${renderToString(
    <InlineHeadContext value={headFor(pathname, nonce, isPlain)}>
      <ServerRouter context={ownContext} url={request.url} nonce={nonce} />
    </InlineHeadContext>,
  )}`;
  const deferred = isAdmin ? undefined : { stylesheet: nonce ? undefined : siteStylesheet };
  const html = isPlain
    ? withUsedRules(rendered)
    : withStart(rendered, await text(context.serverHandoffStream!), deferred);
  if (isPlain) {
    headers.set("X-Frame-Options", "SAMEORIGIN");
    // In a frame a page leaves out what the page around it has.
    headers.append("Vary", "Sec-Fetch-Dest");
  }
  if (isAdmin && !isPlain)
    headers.append("Link", `<${contentState().url}>; rel=preload; as=fetch; crossorigin`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "5");
  // A page rendered at build learns the site's origin and gets its policy when the server reads the file.
  if (!nonce) return new Response(html, { status, headers });
  headers.set(
    "Content-Security-Policy",
    isPlain ? plainPolicyFor(pathname, nonce) : policyFor(pathname, nonce),
  );
  return new RenderedPage(html.replaceAll(placeholderOrigin, getSettings().SITE_URL), {
    status,
    headers,
  });
}

/** The server needs no other routes; a page that waits for a first move preloads nothing. */
function ofThisPage({ manifest, staticHandlerContext }: EntryContext, preloads: boolean) {
  const imports = (all: string[] = []) => (preloads ? all : []);
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => {
    const route = manifest.routes[id]!;
    return [id, { ...route, imports: imports(route.imports) }] as const;
  });
  const entry = { ...manifest.entry, imports: imports(manifest.entry.imports) };
  return { ...manifest, entry, routes: Object.fromEntries(routes) };
}

function headFor(pathname: string, nonce: string | undefined, isPlain: boolean): InlineHead {
  const palette = paletteStyles(content().site.palette);
  const head = { ...inlineHead, styles: siteStyles + palette };
  if (isPlain) {
    const script = plainScript + (isExamDay(pathname) ? examDayScript : unansweredForm);
    return { ...head, nonce, isPlain, script, zoneScript };
  }
  if (isLogin(pathname)) head.script += forgetExamDay;
  return nonce ? { ...head, nonce, styles: palette, stylesheet: siteStylesheet } : head;
}

function policyFor(pathname: string, nonce: string): string {
  // Vite's own scripts and styles in development would need everything allowed.
  if (!import.meta.env.PROD) return "";
  return documentPolicy(nonceSources(nonce), formTargetsOf(pathname));
}

const isLogin = (pathname: string) => /^\/login(\/|$)/.test(pathname);

/** The only page with a service worker. */
const isExamDay = (pathname: string) => /^\/admin\/today\/?$/.test(pathname);

const plainPolicyFor = (pathname: string, nonce: string) =>
  import.meta.env.PROD ? plainDocumentPolicy(nonceSources(nonce), isExamDay(pathname)) : "";

/** Signing in with Google and paying by card answer a form of the page with a redirect to the service. */
function formTargetsOf(pathname: string): string[] {
  if (/^\/login\/?$/.test(pathname)) return [new URL(getSettings().GOOGLE_ISSUER).origin];
  return /^\/invoices\/[^/]+\/?$/.test(pathname) ? cardFormTargets() : [];
}

/** Logs each error of a loader or action once: what visitors get wrong as a warning, what they abort not at all. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || keepRenderError(error)) return;
  const about = { method: request.method, path: pathForLog(request.url) };
  if (isRouteErrorResponse(error) && error.status < 500)
    return log.warn({ ...about, status: error.status }, "request refused");
  log.error({ ...about, err: error }, "request failed");
}
