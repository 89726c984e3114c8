import type { IncomingMessage, ServerResponse } from "node:http";
import { asRequest } from "#app/server/database/postgres.server.ts";
import { RenderedPage } from "#app/document/rendered-page.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { clientIpHeader, clientIpOf } from "./client-info.server.ts";
import { sendStatic, type StaticFiles, compress, textual } from "./static-files.server.ts";
import {
  formLimit,
  hasBody,
  isMultipart,
  refuseHead,
  refuseProtocol,
  streamLimit,
  type BodyLimit,
  type GateRefusal,
  gateRefusals,
  requestLimits,
} from "./gate.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import { isUtf8 } from "node:buffer";

type Options = {
  settings: Pick<Settings, "SITE_URL" | "TRUST_PROXY">;
  /** Called for each request: the files may change. */
  files: () => StaticFiles;
  handler: (request: Request) => Promise<Response>;
  uploads: readonly Upload[];
};

/** A path for larger bodies, a pattern where it names a record. The request has no body yet; `stream` reads it. */
type Upload = { path: string | RegExp } & (
  | { isAllowed: (request: Request) => Promise<boolean>; limit: BodyLimit }
  | { stream: (request: Request, body: IncomingMessage) => Promise<Response> }
);

export function createListener({ settings, files, handler, uploads }: Options) {
  const commonHeaders = securityHeaders(settings.SITE_URL);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseProtocol(request);
    if (refusal) return refuse(request, response, refusal);
    const liftTimeLimit = hasBody(request.headers)
      ? limitBodyTime(request, () => timeOut(request, response))
      : () => {};
    const reads = request.method === "GET" || request.method === "HEAD";
    if (reads && sendStatic(files(), request, response)) return;
    answer(request, response, liftTimeLimit).catch((error: unknown) => {
      const clientHasLeft = request.destroyed && !request.complete;
      if (clientHasLeft) return;
      log.error({ err: error }, "request failed");
      refuse(request, response, gateRefusals.internal);
    });
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    liftTimeLimit: () => void,
  ): Promise<void> {
    const upload = uploadOf(request);
    const limit = !upload ? formLimit : "limit" in upload ? upload.limit : streamLimit;
    const refusal = refuseHead(request, settings.SITE_URL, limit);
    if (refusal) return refuse(request, response, refusal);
    const head = () => toRequest(request, undefined, settings);
    if (upload && "stream" in upload) {
      liftTimeLimit();
      const answered = await asRequest(() => upload.stream(head(), request));
      return send(answered, request, response);
    }
    const mayUpload = upload !== undefined && (await asRequest(() => upload.isAllowed(head())));
    const body =
      request.method === "POST"
        ? await readBody(request, mayUpload ? limit : formLimit, mayUpload)
        : undefined;
    if (body && "status" in body) return refuse(request, response, body);
    // Pages of an earlier build request its assets: a rendered 404 would be wasted.
    if (request.url!.startsWith("/assets/"))
      return refuse(request, response, gateRefusals.missingAsset);
    const answered = await asRequest(() => handler(toRequest(request, body, settings)));
    await send(answered, request, response);
  }

  function uploadOf(request: IncomingMessage): Upload | undefined {
    if (request.method !== "POST" || !isMultipart(request)) return undefined;
    const asked = request.url!.split("?", 1)[0]!.replace(/\.data$/, "");
    return uploads.find(({ path }) =>
      typeof path === "string" ? path === asked : path.test(asked),
    );
  }

  /** The client cannot read a refusal while it sends the body. */
  function timeOut(request: IncomingMessage, response: ServerResponse): void {
    log.info({ status: 408, method: request.method }, "refused");
    if (!response.headersSent) {
      const { status } = gateRefusals.tooSlow;
      response.writeHead(status, { ...commonHeaders, "Content-Length": 0, Connection: "close" });
    }
    response.end(() => request.destroy());
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { status, code, message }: GateRefusal,
  ): void {
    log.info({ status, code, method: request.method }, "refused");
    if (response.headersSent) return;
    const { accept = "" } = request.headers;
    const isPage = accept.includes("text/html") && !/^\/(?:functions|api)\//.test(request.url!);
    const body = Buffer.from(
      isPage ? refusalPage(message) : JSON.stringify({ error: { code, message } }),
    );
    // The rest of a refused body is not parsed, so the connection cannot be used again.
    response.writeHead(status, {
      ...commonHeaders,
      "Content-Type": `${isPage ? "text/html" : "application/json"}; charset=utf-8`,
      "Content-Length": body.length,
      "Cache-Control": "no-store",
      Connection: "close",
      ...(status === 405 && { Allow: "GET, HEAD, POST" }),
    });
    void endAfterBody(request, response, body);
  }

  // Caddy stops sending at an early response, and ending at once resets the connection: both lose it.
  async function endAfterBody(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> {
    await drainBody(request, 2_000);
    if (request.method !== "HEAD") response.write(body);
    await drainBody(request, 1_000);
    response.end();
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
    const isUnread = hasBody(request.headers) && !request.complete;
    if (isUnread) headers.Connection = "close";
    response.writeHead(status, headers);
    if (isUnread) void endAfterBody(request, response, body);
    else response.end(request.method === "HEAD" ? undefined : body);
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

const refusalPage = (message: string) =>
  '<!DOCTYPE html><html lang="en-AU"><meta name="viewport" content="width=device-width">' +
  `<meta name="color-scheme" content="light dark"><title>${message}</title><h1>${message}</h1>` +
  '<p>Please go back and try again, or <a href="/">return to Home</a>.</p></html>';

/** One spelling of names, so that a route's header replaces the default. */
function capitalized(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function toRequest(
  request: IncomingMessage,
  body: Buffer<ArrayBuffer> | undefined,
  settings: Options["settings"],
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === clientIpHeader || name.startsWith("x-forwarded-")) continue;
    // Sent by a page with `no-referrer`: the gate has allowed it, the framework would refuse it.
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

/** `isUpload`: the body may hold a file, of any characters. */
async function readBody(
  request: IncomingMessage,
  limit: BodyLimit,
  isUpload: boolean,
): Promise<Buffer<ArrayBuffer> | GateRefusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A destroyed stream could not be drained, and the client would not receive the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit.bytes) return limit.refusal;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (isUpload) return body;
  if (!isUtf8(body)) return gateRefusals.notUtf8;
  const isJson = request.headers["content-type"]?.toLowerCase().startsWith("application/json");
  return isJson && !isShallow(body) ? gateRefusals.tooDeep : body;
}

/** Counts brackets before parsing: recursion over deep JSON would overflow the stack. */
function isShallow(json: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length && depth <= requestLimits.jsonDepth; index++) {
    const character = String.fromCharCode(json[index]!);
    if (quoted && character === "\\") index++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "{" || character === "[")) depth++;
    else if (!quoted && (character === "}" || character === "]")) depth--;
  }
  return depth <= requestLimits.jsonDepth;
}

// A file just beyond the largest limit, whole: a proxy that is cut off while sending gives no answer.
const drainBytes = 160 * requestLimits.bodyBytes;

/** Discards the rest of a refused body; stops after `timeout` milliseconds. */
function drainBody(request: IncomingMessage, timeout: number): Promise<void> {
  let size = 0;
  return new Promise((resolve) => {
    setTimeout(resolve, timeout).unref();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainBytes) resolve();
    });
    for (const event of ["end", "close", "error"]) request.once(event, () => resolve());
    if (request.complete || request.destroyed) resolve();
  });
}

/** In milliseconds; not for streamed bodies. */
const bodyTimeout = 20_000;

/** Node's own limit must allow the longest upload. Returns a function that lifts this one. */
function limitBodyTime(request: IncomingMessage, onTimeout: () => void): () => void {
  const timer = setTimeout(() => !request.complete && onTimeout(), bodyTimeout);
  const lift = () => clearTimeout(timer);
  request.once("close", lift);
  return lift;
}
