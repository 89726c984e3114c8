/** Densest first. */
const supported = ["br", "gzip"] as const;
export type Encoding = (typeof supported)[number];

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
