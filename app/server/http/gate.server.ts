import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";

/*
 * What is refused before anything of ours looks at it: methods, paths and bodies that no page or
 * call of this site sends, and state-changing requests that another site's page caused.
 */

/** The largest body that any form or call needs, in bytes. */
export const maxBody = 64 * 1024;

export type GateRefusal = { status: number; code: string; message: string };

const types = ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"];

const malformed: GateRefusal = {
  status: 400,
  code: "malformed",
  message: "This request is malformed.",
};

/** Why a request is refused however harmless it is: it is not HTTP/1, or a proxy may take it for another host's. */
export function refuseWriting({
  httpVersionMajor,
  rawHeaders,
}: IncomingMessage): GateRefusal | null {
  if (httpVersionMajor !== 1) return malformed;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1 ? malformed : null;
}

/** The longest path of this site, and more; the whole address with what is asked may be longer. */
const longest = { path: 1024, address: 4096 };

/** Why a request is refused by its head alone, or null. */
export function refuseHead(request: IncomingMessage, siteUrl: string): GateRefusal | null {
  const { method = "", url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST")
    return { status: 405, code: "method", message: "This method is not used here." };
  if (url.length > longest.address || url.split("?", 1)[0]!.length > longest.path)
    return { status: 414, code: "path", message: "This address is too long." };
  if (!isCleanPath(url))
    return { status: 400, code: "path", message: "This address is malformed." };
  if (method !== "POST") return null;
  if (isCrossSite(headers, siteUrl))
    return { status: 403, code: "origin", message: "This request did not come from this site." };
  const hasBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody && !isReadable(headers))
    return { status: 415, code: "not-json", message: "This kind of content is not accepted." };
  if (Number(headers["content-length"] ?? 0) > maxBody) return tooLarge;
  return null;
}

/** A form or JSON, as plain UTF-8: what is packed or written in other letters would be read as something else than it is. */
function isReadable(headers: IncomingMessage["headers"]): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  const packed = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  return (
    types.includes(type) &&
    !packed &&
    (charset === undefined || charset === "utf-8" || charset === "utf8")
  );
}

export const tooLarge: GateRefusal = {
  status: 413,
  code: "too-large",
  message: "This is more than 64 KB.",
};

/** A path whose percent-encoding is whole and that hides no control character, backslash or second slash at its start. */
function isCleanPath(url: string): boolean {
  if (!url.startsWith("/") || url.startsWith("//")) return false;
  try {
    return (
      !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(url.split("?")[0]!)) && !/%00/.test(url)
    );
  } catch {
    return false;
  }
}

/**
 * Browsers say where a request comes from in `Sec-Fetch-Site` or, older ones, in `Origin`; a page
 * whose address is secret sends the origin `null`. Programs say neither; they carry no visitor's
 * cookies, so they pass here and are checked by what they call.
 */
function isCrossSite(headers: IncomingMessage["headers"], siteUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  if (origin !== undefined && origin !== "null" && origin !== siteUrl) return true;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin === "null";
}

/** Reads a body of at most {@link maxBody} bytes of whole UTF-8; or why it is refused. */
export async function readBody(
  request: IncomingMessage,
): Promise<Buffer<ArrayBuffer> | GateRefusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream outlives a refusal: its rest has to pass by before the sender listens.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return tooLarge;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isUtf8(body))
    return { status: 400, code: "malformed", message: "The content is not valid UTF-8." };
  const isJson = request.headers["content-type"]?.toLowerCase().startsWith("application/json");
  return isJson && !isShallow(body)
    ? { status: 400, code: "malformed", message: "The content is nested too deeply." }
    : body;
}

/** How deep JSON may be nested; no call needs more than three levels, and what walks through it must not run out of stack. */
const deepest = 32;

function isShallow(json: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length && depth <= deepest; index++) {
    const sign = String.fromCharCode(json[index]!);
    if (quoted && sign === "\\") index++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === "{" || sign === "[")) depth++;
    else if (!quoted && (sign === "}" || sign === "]")) depth--;
  }
  return depth <= deepest;
}

/** Lets the rest of a refused body pass by unread, so that its sender hears the answer; what takes too long or never ends is cut off. */
export async function letPass(request: IncomingMessage): Promise<void> {
  const most = 64 * maxBody;
  let size = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 2_000);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) done();
    });
    for (const event of ["end", "close", "error"]) request.once(event, done);
    if (request.complete || request.destroyed) done();
  });
}
