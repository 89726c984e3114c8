import type { Cents } from "#app/values/money.ts";

/** The GST within a price that includes it: an eleventh, half a cent rounded up. */
export function gstWithin(total: Cents): Cents {
  return Math.floor((2 * total + 11) / 22);
}

/** The GST of what is left of a total after a first part was invoiced: together they carry the total's. */
export function gstOfRest(total: Cents, first: Cents): Cents {
  return gstWithin(total) - gstWithin(first);
}
