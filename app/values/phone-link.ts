/**
 * `tel:+61491570006` for `+61 (0) 491 570 006`, whose 0 is dialled only within the country. Of two numbers
 * the first; an extension is left to the person.
 */
export function phoneLink(phone: string): string {
  const [first] = phone.trim().split(/[^+\d\s().\u00a0\u2010-\u2013-]|\s+(?=\+)/);
  return `tel:${first!.replace(/^(\+[^(]*)\(0\)/, "$1").replace(/[^+\d]/g, "")}`;
}
