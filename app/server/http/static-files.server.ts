import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { type BrotliOptions, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { placeholderOrigin } from "#app/document/origin.ts";
import { acceptedEncodings } from "./encoding.server.ts";
import { documentPolicy, inlineHashes, securityHeaders } from "./security-headers.server.ts";

/*
 * All files of the build are held in memory with their encodings and headers. Sending one is a
 * look-up: no part of a request becomes a file path.
 */

type Variant = { body: Buffer; headers: string[]; headers304: string[]; etag: string };
type StaticFile = { identity: Variant; br?: Variant; gzip?: Variant };
/** Another spelling of a page's path. */
type Redirect = { to: string; headers: Record<string, string | number> };
export type StaticFiles = Map<string, StaticFile | Redirect>;

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
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
  if (/^\/(assets|content)\//.test(path)) return `public, max-age=${year}, immutable`;
  if (path.endsWith(".html") || path.endsWith(".data")) return "public, max-age=0, must-revalidate";
  return "public, max-age=86400, stale-while-revalidate=604800";
}

/** By path. Each page has one; its file's name and a trailing slash lead there. */
export function readStaticFiles(folder: string, siteUrl: string): StaticFiles {
  const files: StaticFiles = new Map();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, source).split(sep).join("/")}`;
    const file = prepare(source, path, siteUrl);
    const page = path.endsWith("/index.html") ? path.slice(0, -"/index.html".length) || "/" : path;
    if (page !== path) {
      const headers = { ...securityHeaders(siteUrl), "Cache-Control": "public, max-age=3600" };
      const redirect = { to: page, headers: { ...headers, "Content-Length": 0 } };
      for (const other of [path, `${page}/`]) files.set(other, redirect);
    }
    files.set(page, file);
  }
  return files;
}

function prepare(source: string, path: string, siteUrl: string): StaticFile {
  const page = path.endsWith(".html");
  const hasOrigin = /\.(html|xml|txt)$/.test(path);
  const body = hasOrigin
    ? Buffer.from(readFileSync(source, "utf8").replaceAll(placeholderOrigin, siteUrl))
    : readFileSync(source);
  const type = contentTypes[extname(path)] ?? "application/octet-stream";
  const policy = page ? documentPolicy(inlineHashes(body.toString("utf8"))) : undefined;
  const shared = {
    "Content-Type": type,
    "Cache-Control": cacheControl(path),
    ...securityHeaders(siteUrl, policy),
  };
  const variant = (content: Buffer, encoding?: string): Variant => {
    const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    const cached = { ...shared, ETag: etag, Vary: "Accept-Encoding" };
    const full = {
      ...cached,
      ...(encoding && { "Content-Encoding": encoding }),
      "Content-Length": String(content.length),
    };
    return {
      body: content,
      etag,
      headers: Object.entries(full).flat(),
      headers304: Object.entries(cached).flat(),
    };
  };
  if (hasOrigin)
    return {
      identity: variant(body),
      br: variant(brotliCompressSync(body, smallest(body)), "br"),
      gzip: variant(gzipSync(body, { level: 9 }), "gzip"),
    };
  const compressed = (extension: string, encoding: string) =>
    existsSync(source + extension)
      ? variant(readFileSync(source + extension), encoding)
      : undefined;
  return { identity: variant(body), br: compressed(".br", "br"), gzip: compressed(".gz", "gzip") };
}

function smallest(body: Buffer): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}

function bestVariant(file: StaticFile, accepted: string | undefined): Variant {
  for (const encoding of acceptedEncodings(accepted)) if (file[encoding]) return file[encoding];
  return file.identity;
}

/** Returns whether the path was that of a file, or another spelling of a page's. */
export function sendStatic(
  files: StaticFiles,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
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
