/** `where` is the name of a setting, or a field of the site's words: `Home › Opening › Headline`. */
export type Finding = {
  where: string;
  what: string;
  /** The admin's page that settles it. */
  path?: string;
  /** A choice may stay as it is; words are replaced in the admin. */
  kind?: "choice" | "words";
};

/** Domains that nobody can own (RFC 2606, RFC 6761). */
const reserved = /(^|[@.])(example(\.(com|net|org))?|test|invalid|localhost)$/i;

export function isReserved(hostOrEmail: string): boolean {
  return reserved.test(hostOrEmail.replace(/^.*<|>\s*$/g, "").trim());
}
