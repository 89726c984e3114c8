import type { IncomingMessage, ServerResponse } from "node:http";
import { asRequest } from "#app/server/database/postgres.server.ts";
import { RenderedPage } from "#app/document/rendered-page.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { clientIpHeader, clientIpOf } from "./client-info.server.ts";
import { compress, textual } from "./compression.server.ts";
import { isMultipart, refuseHead, refuseProtocol } from "./gate.server.ts";
import { type GateRefusal, gateRefusals } from "./gate-refusals.server.ts";
import { drainBody, readBody } from "./request-body.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import { sendStatic, type StaticFiles } from "./static-files.server.ts";

type Options = {
  settings: Pick<Settings, "SITE_URL" | "TRUST_PROXY">;
  files: StaticFiles;
  handler: (request: Request) => Promise<Response>;
  uploads: Uploads;
};

/** Where larger bodies may be sent, and by whom; the request that is asked about has no body yet. */
type Uploads = { path: string; areAllowed: (request: Request) => Promise<boolean> };

export function createListener({ settings, files, handler, uploads }: Options) {
  const commonHeaders = securityHeaders(settings.SITE_URL);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseProtocol(request);
    if (refusal) return refuse(request, response, refusal);
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && sendStatic(files, request, response)) return;
    answer(request, response).catch((error: unknown) => {
      const clientHasLeft = request.destroyed && !request.complete;
      if (clientHasLeft) return;
      log.error({ err: error }, "request failed");
      refuse(request, response, gateRefusals.internal);
    });
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const takesFiles = isUpload(request);
    const refusal = refuseHead(request, settings.SITE_URL, takesFiles);
    if (refusal) return refuse(request, response, refusal);
    const mayUpload =
      takesFiles &&
      (await asRequest(() => uploads.areAllowed(toRequest(request, undefined, settings))));
    const body = request.method === "POST" ? await readBody(request, mayUpload) : undefined;
    if (body && "status" in body) return refuse(request, response, body);
    // Pages of an earlier build ask for its assets: a rendered 404 would be wasted.
    if (request.url!.startsWith("/assets/"))
      return refuse(request, response, gateRefusals.missingAsset);
    const answered = await asRequest(() => handler(toRequest(request, body, settings)));
    await send(answered, request, response);
  }

  function isUpload(request: IncomingMessage): boolean {
    const path = request.url!.split("?", 1)[0]!.replace(/\.data$/, "");
    return request.method === "POST" && path === uploads.path && isMultipart(request);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { status, code, message }: GateRefusal,
  ): void {
    log.info({ status, code, method: request.method }, "refused");
    if (response.headersSent) return;
    const body = Buffer.from(JSON.stringify({ error: { code, message } }));
    // The rest of a refused body is not parsed, so the connection cannot be used again.
    response.writeHead(status, {
      ...commonHeaders,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": body.length,
      "Cache-Control": "no-store",
      Connection: "close",
      ...(status === 405 && { Allow: "GET, HEAD, POST" }),
    });
    if (request.method !== "HEAD") response.write(body);
    // Ended at once, the connection would be reset while the client sends, and the response lost.
    void drainBody(request).then(() => response.end());
  }

  async function send(
    answered: Response,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { status } = answered;
    const headers = headersOf(answered);
    const acceptEncoding = request.headers["accept-encoding"];
    const content =
      answered instanceof RenderedPage ? answered.html : Buffer.from(await answered.arrayBuffer());
    const body = await compress(content, acceptEncoding, headers);
    // HEAD renders no page, so its length is unknown.
    if (status !== 204 && status !== 304 && request.method !== "HEAD")
      headers["Content-Length"] = String(body.length);
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  function headersOf(answered: Response): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {
      ...commonHeaders,
      "Cache-Control": "no-store",
    };
    for (const [name, value] of answered.headers)
      if (name !== "set-cookie") headers[capitalized(name)] = value;
    const type = String(headers["Content-Type"] ?? "");
    if (textual.test(type) && !type.includes("charset"))
      headers["Content-Type"] = `${type}; charset=utf-8`;
    const cookies = answered.headers.getSetCookie();
    if (cookies.length > 0) headers["Set-Cookie"] = cookies;
    return headers;
  }
}

/** One spelling of header names, so that a route's value replaces the default. */
function capitalized(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** The request at the site's own origin, with a trustworthy client IP. */
function toRequest(
  request: IncomingMessage,
  body: Buffer<ArrayBuffer> | undefined,
  settings: Options["settings"],
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === clientIpHeader || name.startsWith("x-forwarded-")) continue;
    // From a page with `no-referrer`: the gate has allowed it, the framework would refuse it.
    if (name === "origin" && value === "null") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set("host", new URL(settings.SITE_URL).host);
  headers.set(clientIpHeader, clientIpOf(request, settings.TRUST_PROXY));
  return new Request(new URL(request.url!, settings.SITE_URL), {
    method: request.method!,
    headers,
    ...(body?.length && { body }),
  });
}
