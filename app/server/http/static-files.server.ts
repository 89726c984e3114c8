import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import type { Transform } from "node:stream";
import {
  type BrotliOptions,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzipSync,
} from "node:zlib";
import { placeholderOrigin } from "#app/document/origin.ts";
import { securityHeaders } from "./security-headers.server.ts";

/* Files are held in memory: no part of a request becomes a file path. */

type Variant = { body: Uint8Array; headers: string[]; headers304: string[]; etag: string };
type StaticFile = { identity: Variant; br?: Variant; gzip?: Variant };
type Redirect = { to: string; headers: Record<string, string | number> };
export type StaticFiles = Map<string, StaticFile | Redirect>;

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".atom": "application/atom+xml; charset=utf-8",
  ".data": "text/x-script; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

const year = 31_536_000;

function cacheControl(path: string): string {
  if (/^\/(assets|content|media)\//.test(path)) return `public, max-age=${year}, immutable`;
  if (path.endsWith(".html") || path.endsWith(".data")) return "public, max-age=0, must-revalidate";
  return "public, max-age=86400, stale-while-revalidate=604800";
}

export type EncodedFile = { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array };

export function readStaticFiles(folder: string, siteUrl: string): StaticFiles {
  const files: StaticFiles = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz|html)$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, source).split(sep).join("/")}`;
    files.set(path, prepareFile(path, readEncoded(source, siteUrl), siteUrl));
  }
  return files;
}

function readEncoded(source: string, siteUrl: string): EncodedFile {
  if (/\.(xml|txt)$/.test(source))
    return encodeText(readFileSync(source, "utf8").replaceAll(placeholderOrigin, siteUrl));
  const compressed = (extension: string) =>
    existsSync(source + extension) ? readFileSync(source + extension) : undefined;
  return { identity: readFileSync(source), br: compressed(".br"), gzip: compressed(".gz") };
}

/** Takes some 40 ms for a page. */
export function encodeText(text: string): Required<EncodedFile> {
  const identity = Buffer.from(text);
  return {
    identity,
    br: brotliCompressSync(identity, brotliOf(identity, 11)),
    gzip: gzipSync(identity, { level: 9 }),
  };
}

/** The file's name and a trailing slash redirect to the page's one path. */
export function addPage(
  files: StaticFiles,
  path: string,
  { encoded, policy, siteUrl }: { encoded: EncodedFile; policy: string; siteUrl: string },
): StaticFile {
  const headers = { ...securityHeaders(siteUrl), "Cache-Control": "public, max-age=3600" };
  const redirect = { to: path, headers: { ...headers, "Content-Length": 0 } };
  const folder = path === "/" ? "" : path;
  for (const other of [`${folder}/`, `${folder}/index.html`]) files.set(other, redirect);
  const file = prepareFile(`${folder}/index.html`, encoded, siteUrl, policy);
  files.set(path, file);
  return file;
}

export function prepareFile(
  path: string,
  { identity, br, gzip }: EncodedFile,
  siteUrl: string,
  policy?: string,
  headers?: Readonly<Record<string, string>>,
): StaticFile {
  const shared = {
    "Content-Type": contentTypes[extname(path)] ?? "application/octet-stream",
    "Cache-Control": cacheControl(path),
    ...securityHeaders(siteUrl, policy),
    // Email apps show these in their own documents.
    ...(path.startsWith("/email/") && { "Cross-Origin-Resource-Policy": "cross-origin" }),
    ...headers,
  };
  const variant = (body: Uint8Array, encoding?: string): Variant => {
    const etag = `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
    const cached = { ...shared, ETag: etag, Vary: "Accept-Encoding" };
    const full = {
      ...cached,
      ...(encoding && { "Content-Encoding": encoding }),
      "Content-Length": String(body.length),
    };
    return {
      body,
      etag,
      headers: Object.entries(full).flat(),
      headers304: Object.entries(cached).flat(),
    };
  };
  return {
    identity: variant(identity),
    br: br && variant(br, "br"),
    gzip: gzip && variant(gzip, "gzip"),
  };
}

/** Bytes outside the headers of {@link Variant}: the status, the date, the connection. */
const otherHeaderBytes = 104;

export function bytesOnTheWire({ identity, br = identity }: StaticFile): number {
  const headers = br.headers.reduce((sum, part) => sum + part.length + 2, 0);
  return otherHeaderBytes + headers + br.body.length;
}

function brotliOf(body: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}

function bestVariant(file: StaticFile, accepted: string | undefined): Variant {
  for (const encoding of acceptedEncodings(accepted)) if (file[encoding]) return file[encoding];
  return file.identity;
}

/** Returns whether the path was a file or a redirect. */
export function sendStatic(files: StaticFiles, request: IncomingMessage, response: ServerResponse) {
  const url = request.url!;
  const query = url.indexOf("?");
  const file = files.get(query < 0 ? url : url.slice(0, query));
  if (!file) return false;
  if ("to" in file) {
    const location = file.to + (query < 0 ? "" : url.slice(query));
    response.writeHead(301, { ...file.headers, Location: location }).end();
    return true;
  }
  const variant = bestVariant(file, request.headers["accept-encoding"]);
  if (request.headers["if-none-match"]?.includes(variant.etag)) {
    response.writeHead(304, variant.headers304);
    response.end();
  } else {
    response.writeHead(200, variant.headers);
    response.end(request.method === "HEAD" ? undefined : variant.body);
  }
  return true;
}

/** Finished by the write: the stream's own end would wait for a thread once more, with nothing to do. */
function writtenThrough(stream: Transform, body: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    stream.on("data", (part: Buffer) => parts.push(part)).once("error", reject);
    stream.write(body, (error) => {
      stream.destroy();
      if (error) reject(error);
      else resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
    });
  });
}

const smallestWorthwhile = 1024;

/** These types name their charset and are worth compressing. */
export const textual = /^text\/|json|javascript/;

type OutgoingHeaders = Record<string, string | string[]>;

export async function compress(
  body: Buffer,
  acceptEncoding: string | undefined,
  headers: OutgoingHeaders,
): Promise<Buffer> {
  if (body.length < smallestWorthwhile || !textual.test(String(headers["Content-Type"] ?? "")))
    return body;
  headers.Vary = [headers.Vary ?? [], "Accept-Encoding"].flat().join(", ");
  const [encoding] = acceptedEncodings(acceptEncoding);
  if (!encoding) return body;
  headers["Content-Encoding"] = encoding;
  if (encoding === "gzip")
    return writtenThrough(createGzip({ level: 4, flush: constants.Z_FINISH }), body);
  const flush = constants.BROTLI_OPERATION_FINISH;
  return writtenThrough(createBrotliCompress({ ...brotliOf(body, 4), flush }), body);
}

/** Densest first. */
const supported = ["br", "gzip"] as const;
type Encoding = (typeof supported)[number];

// Bounded: an attacker can send any number of values.
const cache = new Map<string, readonly Encoding[]>();
const maxCached = 200;

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3): preferred first, the densest among equals. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return [];
  const cached = cache.get(header);
  if (cached) return cached;
  const weights = weightsOf(header);
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const accepted = supported
    .filter((encoding) => weight(encoding) > 0)
    .sort((one, other) => weight(other) - weight(one));
  if (cache.size < maxCached) cache.set(header, accepted);
  return accepted;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight ? Number.parseFloat(weight.slice(2)) || 0 : 1);
  }
  return weights;
}
