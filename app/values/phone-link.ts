/**
 * `tel:+61491570006` for `+61 (0) 491 570 006`, whose 0 is dialled only within the country. Of two numbers
 * the first; an extension is left to the person.
 */
export function phoneLink(phone: string): string {
  const [first] = phone.trim().split(/[^+\d\s().\u00a0\u2010-\u2013-]|\s+(?=\+)/);
  return `tel:${firstOfTwo(first!)
    .replace(/^(\+[^(]*)\(0\)/, "$1")
    .replace(/[^+\d]/g, "")}`;
}

/** The first of two that only a blank parts: together they have more digits than E.164 knows, of 10 at most each. */
function firstOfTwo(text: string): string {
  const count = (typed: string) => typed.replace(/\D/g, "").length;
  if (count(text) <= 15) return text;
  const groups = text.split(/\s+/);
  const end = groups.findIndex(
    (_, index) => index > 0 && count(groups.slice(0, index + 1).join("")) > 10,
  );
  return end === -1 ? text : groups.slice(0, end).join(" ");
}
