import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncodings } from "./encoding.server.ts";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

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
  if (encoding === "gzip") return gzipAsync(body, { level: 4 });
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
