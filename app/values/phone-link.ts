/** `tel:+61491570006` for `+61 (0) 491 570 006`. Takes the first of two numbers, no extension, no name before it. */
export function phoneLink(phone: string): string {
  const digits = phone.normalize("NFKC").replace(/^[^+\d]*?(?=\(?(?:\+\s?)?\d)/, "");
  const [first] = digits.split(/[^+\d\s().\u2010-\u2013-]|\s+(?=\+)/);
  return `tel:${firstOfTwo(first!)
    .replace(/^(\+[^(]*)\(0\)/, "$1")
    .replace(/[^+\d]/g, "")
    .replace(/^\+610/, "+61")}`;
}

/** E.164 allows 15 digits, so more are two numbers with a blank between, of at most 10 each. */
function firstOfTwo(text: string): string {
  const count = (typed: string) => typed.replace(/\D/g, "").length;
  if (count(text) <= 15) return text;
  const groups = text.split(/\s+/);
  const end = groups.findIndex(
    (_, index) => index > 0 && count(groups.slice(0, index + 1).join("")) > 10,
  );
  return end === -1 ? text : groups.slice(0, end).join(" ");
}
