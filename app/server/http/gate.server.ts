import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

export type GateRefusal = { status: number; code: string; message: string };

export const requestLimits = {
  bodyBytes: 64 * 1024,
  uploadBytes: (2 * 1024 + 64) * 1024,
  importBytes: (8 * 1024 + 64) * 1024,
  /** Not held in memory, but read to the end, so that the sender receives the refusal. */
  streamedBytes: 64 * 1024 * 1024,
  pathLength: 1024,
  urlLength: 4096,
  jsonDepth: 32,
};

export const gateRefusals = {
  malformed: { status: 400, code: "malformed", message: "This request is malformed." },
  malformedUrl: { status: 400, code: "path", message: "This address is malformed." },
  notUtf8: { status: 400, code: "malformed", message: "The content is not valid UTF-8." },
  tooDeep: { status: 400, code: "malformed", message: "The content is nested too deeply." },
  crossSite: { status: 403, code: "origin", message: "This request did not come from this site." },
  missingAsset: { status: 404, code: "not-found", message: "There is no such file." },
  method: { status: 405, code: "method", message: "This method is not used here." },
  tooSlow: { status: 408, code: "timeout", message: "This took too long to arrive." },
  tooLarge: { status: 413, code: "too-large", message: "This is more than 64 KB." },
  tooLargeUpload: { status: 413, code: "too-large", message: "This is more than 2 MB." },
  tooLargeImport: { status: 413, code: "too-large", message: "This is more than 8 MB." },
  tooLargeStream: { status: 413, code: "too-large", message: "This is more than 64 MB." },
  longUrl: { status: 414, code: "path", message: "This address is too long." },
  contentType: { status: 415, code: "not-json", message: "This kind of content is not accepted." },
  internal: {
    status: 500,
    code: "internal",
    message: "Something went wrong here. Please try again.",
  },
} as const satisfies Record<string, GateRefusal>;

/* Refuses by the head what this site never uses, and changes that another site's page causes. */

const methods = ["GET", "HEAD", "POST"];
const contentTypes = [
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json",
];

/** Checked for files too. Of two Host headers a proxy may read the other one. */
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

export type BodyLimit = { bytes: number; refusal: GateRefusal };

export const formLimit: BodyLimit = {
  bytes: requestLimits.bodyBytes,
  refusal: gateRefusals.tooLarge,
};

export const uploadLimit: BodyLimit = {
  bytes: requestLimits.uploadBytes,
  refusal: gateRefusals.tooLargeUpload,
};

export const importLimit: BodyLimit = {
  bytes: requestLimits.importBytes,
  refusal: gateRefusals.tooLargeImport,
};

export const streamLimit: BodyLimit = {
  bytes: requestLimits.streamedBytes,
  refusal: gateRefusals.tooLargeStream,
};

/** `limit`: of the URL; whether the sender may upload to it is checked afterwards. */
export function refuseHead(
  request: IncomingMessage,
  siteUrl: string,
  limit: BodyLimit,
): GateRefusal | null {
  const { method = "", url = "", headers } = request;
  if (!methods.includes(method)) return gateRefusals.method;
  const pathLength = url.split("?", 1)[0]!.length;
  if (url.length > requestLimits.urlLength || pathLength > requestLimits.pathLength)
    return gateRefusals.longUrl;
  if (!isCleanUrl(url)) return gateRefusals.malformedUrl;
  return method === "POST" ? refusePost(headers, siteUrl, limit) : null;
}

function refusePost(
  headers: IncomingHttpHeaders,
  siteUrl: string,
  limit: BodyLimit,
): GateRefusal | null {
  if (isCrossSite(headers, siteUrl)) return gateRefusals.crossSite;
  const contentLength = Number(headers["content-length"] ?? 0);
  if (hasBody(headers) && !isReadable(headers)) return gateRefusals.contentType;
  return contentLength > limit.bytes ? limit.refusal : null;
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isCleanUrl(url: string): boolean {
  if (!url.startsWith("/") || url.startsWith("//") || url.includes("%00")) return false;
  try {
    return !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(url.split("?")[0]!));
  } catch {
    return false;
  }
}

export function isMultipart({ headers }: IncomingMessage): boolean {
  return (headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data");
}

// Browsers send `Sec-Fetch-Site` or, older ones, `Origin`, which is `null` for a page with
// `no-referrer`. Other programs send neither and pass: they carry no visitor's cookies.
function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  if (origin !== undefined && origin !== "null" && origin !== siteUrl) return true;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin === "null";
}

/** The body is read as uncompressed UTF-8. */
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
