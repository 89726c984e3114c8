import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncodings } from "./encoding.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { letPass, readBody, type GateRefusal, refuseHead, refuseWriting } from "./gate.server.ts";
import { clientIpHeader, clientIpOf } from "./client-info.server.ts";
import { log } from "#app/server/log.server.ts";
import { asRequest } from "#app/server/database/postgres.server.ts";
import { packPage, RenderedPage } from "#app/document/rendered-page.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import { sendStatic, type StaticFiles } from "./static-files.server.ts";

type Options = {
  settings: Pick<Settings, "SITE_URL" | "TRUST_PROXY">;
  files: StaticFiles;
  /** Answers whatever is not a file. */
  handler: (request: Request) => Promise<Response>;
};

/** The way of one request: prepared files first, then the gate, then the application. */
export function createListener({ settings, files, handler }: Options) {
  const headers = Object.entries(securityHeaders(settings.SITE_URL));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuseHead(request, settings.SITE_URL);
    if (refusal) return refuse(request, response, refusal);
    const body = request.method === "POST" ? await readBody(request) : undefined;
    if (body && "status" in body) return refuse(request, response, body);
    // A missing asset is an old page's: it must not cost a rendered 404.
    if (request.url!.startsWith("/assets/"))
      return refuse(request, response, {
        status: 404,
        code: "not-found",
        message: "There is no such file.",
      });
    const answered = await asRequest(() => handler(toRequest(request, body, settings)));
    await send(answered, request, response);
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { status, code, message }: GateRefusal,
  ): void {
    log.info({ status, code, method: request.method }, "refused");
    if (response.headersSent) return;
    const said = Buffer.from(JSON.stringify({ error: { code, message } }));
    // The rest of a refused body is not looked at, so the connection cannot be used again.
    response.writeHead(status, {
      ...Object.fromEntries(headers),
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": said.length,
      "Cache-Control": "no-store",
      Connection: "close",
      ...(status === 405 && { Allow: "GET, HEAD, POST" }),
    });
    if (request.method !== "HEAD") response.write(said);
    // Closed at once, the connection would be reset under a sender who has not finished, and the answer lost.
    void letPass(request).then(() => response.end());
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseWriting(request);
    if (refusal) return refuse(request, response, refusal);
    if (
      (request.method === "GET" || request.method === "HEAD") &&
      sendStatic(files, request, response)
    )
      return;
    answer(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      log.error({ err: error }, "request failed");
      refuse(request, response, {
        status: 500,
        code: "internal",
        message: "Something went wrong here. Please try again.",
      });
    });
  };

  async function send(
    answered: Response,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // What says nothing of caches is somebody's own, and no cache's.
    const out: Record<string, string | string[]> = {
      ...Object.fromEntries(headers),
      "Cache-Control": "no-store",
    };
    for (const [name, value] of answered.headers)
      if (name !== "set-cookie") out[canonical(name)] = value;
    const type = String(out["Content-Type"] ?? "");
    if (textual.test(type) && !type.includes("charset"))
      out["Content-Type"] = `${type}; charset=utf-8`;
    const cookies = answered.headers.getSetCookie();
    if (cookies.length > 0) out["Set-Cookie"] = cookies;
    const body =
      answered instanceof RenderedPage
        ? await encodePage(answered, request, out)
        : await encode(Buffer.from(await answered.arrayBuffer()), request, out);
    // HEAD runs no page, so it cannot know how long the page would be.
    if (answered.status !== 204 && answered.status !== 304 && request.method !== "HEAD")
      out["Content-Length"] = String(body.length);
    response.writeHead(answered.status, out);
    response.end(request.method === "HEAD" ? undefined : body);
  }
}

/** One spelling for each header name, so that a route's own value replaces the default one. */
function canonical(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Kinds of content that are words: they name their letters, and are worth packing. */
const textual = /^text\/|json|javascript/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function encode(
  body: Buffer,
  request: IncomingMessage,
  headers: Record<string, string | string[]>,
): Promise<Buffer> {
  if (body.length < 1024 || !textual.test(String(headers["Content-Type"] ?? ""))) return body;
  headers.Vary = "Accept-Encoding";
  const [encoding] = acceptedEncodings(request.headers["accept-encoding"]);
  if (!encoding) return body;
  headers["Content-Encoding"] = encoding;
  return encoding === "br"
    ? brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    : gzipped(body, { level: 4 });
}

/** A rendered page goes as gzip wherever that is understood: most of it is packed already. */
function encodePage(
  page: RenderedPage,
  request: IncomingMessage,
  headers: Record<string, string | string[]>,
): Buffer | Promise<Buffer> {
  if (!acceptedEncodings(request.headers["accept-encoding"]).includes("gzip"))
    return encode(Buffer.concat([page.beginning.bytes, page.rest]), request, headers);
  headers.Vary = "Accept-Encoding";
  headers["Content-Encoding"] = "gzip";
  return packPage(page);
}

/** The request as the application sees it: at the site's own origin, with an address header that can be believed. */
function toRequest(
  request: IncomingMessage,
  body: Buffer<ArrayBuffer> | undefined,
  settings: Options["settings"],
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === clientIpHeader || name.startsWith("x-forwarded-")) continue;
    // A page that hides its address sends this; the gate has judged it, and nobody else can.
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
