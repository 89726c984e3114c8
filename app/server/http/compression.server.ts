import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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
