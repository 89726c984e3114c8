/** Something to settle before going live, by file and line or by the name of a setting. */
export type Finding = { where: string; what: string };

/** Addresses that belong to nobody: kept free for documents and tests (RFC 2606, RFC 6761). */
const reserved = /(^|[@.])(example(\.(com|net|org))?|test|invalid|localhost)$/i;

/** Whether a host, or the host of an email address, stands for nobody's. */
export function isReserved(address: string): boolean {
  return reserved.test(address.replace(/^.*<|>\s*$/g, "").trim());
}
