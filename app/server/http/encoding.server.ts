/** How an answer's content may be packed, densest first. */
const known = ["br", "gzip"] as const;
export type Encoding = (typeof known)[number];

/** Browsers send a handful of different values; whoever invents more shall not fill the memory. */
const remembered = new Map<string, readonly Encoding[]>();
const atMost = 200;

/**
 * The encodings that an `Accept-Encoding` header allows, the most wanted first and the densest among
 * equals (RFC 9110, 12.5.3): `q=0` forbids, `*` stands for what is not named.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return [];
  const seen = remembered.get(header);
  if (seen) return seen;
  const weights = weightsOf(header);
  const weight = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const accepted = known
    .filter((encoding) => weight(encoding) > 0)
    .sort((one, other) => weight(other) - weight(one));
  if (remembered.size < atMost) remembered.set(header, accepted);
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
