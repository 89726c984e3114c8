/** `where` is a file and line, or the name of a setting. */
export type Finding = { where: string; what: string };

/** Domains that nobody can own (RFC 2606, RFC 6761). */
const reserved = /(^|[@.])(example(\.(com|net|org))?|test|invalid|localhost)$/i;

export function isReserved(hostOrEmail: string): boolean {
  return reserved.test(hostOrEmail.replace(/^.*<|>\s*$/g, "").trim());
}
