import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type GateRefusal, gateRefusals, requestLimits } from "./gate-refusals.server.ts";

/*
 * What is refused by the head of a request: methods, URLs and content types that no page and no API
 * request of this site sends, and state-changing requests that another site's page caused.
 */

const methods = ["GET", "HEAD", "POST"];
const contentTypes = [
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json",
];

/** Checked for files too: anything but HTTP/1, or two hosts, which a proxy may read as another host's. */
export function refuseProtocol({
  httpVersionMajor,
  rawHeaders,
}: IncomingMessage): GateRefusal | null {
  if (httpVersionMajor !== 1) return gateRefusals.malformed;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1 ? gateRefusals.malformed : null;
}

export function refuseHead(request: IncomingMessage, siteUrl: string): GateRefusal | null {
  const { method = "", url = "", headers } = request;
  if (!methods.includes(method)) return gateRefusals.method;
  const pathLength = url.split("?", 1)[0]!.length;
  if (url.length > requestLimits.urlLength || pathLength > requestLimits.pathLength)
    return gateRefusals.longUrl;
  if (!isCleanUrl(url)) return gateRefusals.malformedUrl;
  return method === "POST" ? refusePost(headers, siteUrl) : null;
}

function refusePost(headers: IncomingHttpHeaders, siteUrl: string): GateRefusal | null {
  if (isCrossSite(headers, siteUrl)) return gateRefusals.crossSite;
  const contentLength = Number(headers["content-length"] ?? 0);
  const hasBody = headers["transfer-encoding"] !== undefined || contentLength > 0;
  if (hasBody && !isReadable(headers)) return gateRefusals.contentType;
  return contentLength > requestLimits.bodyBytes ? gateRefusals.tooLarge : null;
}

/** Whether percent-encoding is whole and hides no control character, backslash or second slash at the start. */
function isCleanUrl(url: string): boolean {
  if (!url.startsWith("/") || url.startsWith("//") || url.includes("%00")) return false;
  try {
    return !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(url.split("?")[0]!));
  } catch {
    return false;
  }
}

/**
 * Browsers say where a request comes from in `Sec-Fetch-Site` or, older ones, in `Origin`; a page
 * with `no-referrer` sends the origin `null`. Other programs say neither; they carry no visitor's
 * cookies, so they pass here and are checked by the API they call.
 */
function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  if (origin !== undefined && origin !== "null" && origin !== siteUrl) return true;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin === "null";
}

/** A form or JSON in plain UTF-8. Compressed or in another charset it would be read as something else. */
function isReadable(headers: IncomingHttpHeaders): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  const encoding = (headers["content-encoding"] ?? "identity").toLowerCase();
  const isUtf8 = charset === undefined || charset === "utf-8" || charset === "utf8";
  return contentTypes.includes(type) && encoding === "identity" && isUtf8;
}
