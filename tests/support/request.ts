import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/*
 * Requests exactly as they are given: no method, path or header is tidied up, no redirect followed,
 * no connection kept.
 */

export type HttpRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  cookies: string;
  body: Buffer;
  text: string;
};

/** Sends one request to a site on loopback; `path` goes out as it is. */
export function send(
  siteUrl: string,
  path: string,
  { method = "GET", headers = {}, body }: HttpRequest = {},
): Promise<HttpResponse> {
  const { host, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      agent: false,
      headers: {
        Host: host,
        ...headers,
        ...(body !== undefined &&
          !headers["Transfer-Encoding"] && { "Content-Length": Buffer.byteLength(body) }),
      },
    });
    // Of two errors the second would have no listener left.
    sent.on("error", reject);
    sent.once("response", (response) => void received(response).then(resolve, reject));
    sent.end(body);
  });
}

async function received(response: IncomingMessage): Promise<HttpResponse> {
  const body = await buffer(response);
  return {
    status: response.statusCode!,
    headers: response.headers,
    cookies: cookiesOf(response.headers),
    body,
    text: decoded(body, response.headers["content-encoding"]),
  };
}

/** Posts a form as a browser without scripts does. */
export function postForm(
  siteUrl: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return send(siteUrl, path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Calls a server function or the sign-in library as an API client does. */
export function postJson(
  siteUrl: string,
  path: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return send(siteUrl, path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(payload),
  });
}

/** What a person reads on a page, for a failed expectation that can be read as well. */
export function visibleText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();
}

/** The cookies that an answer sets, as the next request sends them. */
function cookiesOf(headers: IncomingHttpHeaders): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

function decoded(raw: Buffer, encoding: string | undefined): string {
  if (raw.length === 0) return "";
  return (
    encoding === "br" ? brotliDecompressSync(raw) : encoding === "gzip" ? gunzipSync(raw) : raw
  ).toString("utf8");
}

/** Few enough at a time that none waits too long for a connection to the database. */
export async function inTurns<T, R>(
  all: readonly T[],
  ask: (one: T) => Promise<R>,
  atATime = 8,
): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < all.length; at += atATime)
    answers.push(...(await Promise.all(all.slice(at, at + atATime).map(ask))));
  return answers;
}

/** Of what a link alone opens. */
export const secretHeaders = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};
