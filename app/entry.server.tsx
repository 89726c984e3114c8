import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { getSettings } from "#app/server/env.server.ts";
import { log, pathForLog } from "#app/server/log.server.ts";
import { documentPolicy } from "#app/server/security-headers.server.ts";
import { deferApplication } from "#app/ui/defer.ts";
import { builtOrigin } from "#app/values/origin.ts";

/** A page is sent whole: it is small, and its content policy is made from what it contains. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const html = await render(request, context);
  const { pathname } = new URL(request.url);
  // The owner's desk is a tool: she is about to use it, so it does not wait for her first move.
  const document = placed(/^\/admin(\/|$)/.test(pathname) ? html : deferApplication(html));
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Vite's own scripts and styles in development would need everything allowed.
  headers.set("Content-Security-Policy", import.meta.env.PROD ? documentPolicy(document, /^\/login\/?$/.test(pathname) ? [new URL(getSettings().GOOGLE_ISSUER).origin] : []) : "");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(document, { status, headers });
}

/** The site's address, except in pages made at build: those learn it when the server starts. */
function placed(html: string): string {
  return process.env.IS_RR_BUILD_REQUEST === "yes" ? html : html.replaceAll(builtOrigin, getSettings().SITE_URL);
}

function render(request: Request, context: EntryContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString("utf8"));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady: () => pipe(collect),
      onShellError: reject,
      onError: (error) => log.error({ err: error }, "rendering"),
    });
    request.signal.addEventListener("abort", abort, { once: true });
  });
}

/** Errors of loaders and actions, logged once; a visitor who left is not one. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) log.error({ err: error, method: request.method, path: pathForLog(request.url) }, "request failed");
}
