import type { quotes } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { amountOf, memberOf } from "./details.ts";
import { type AddOn, addOnKeys, type AddOns, noAddOns, quoteKindOf, quoteKinds } from "./kinds.ts";

type Row = Pick<typeof quotes.$inferSelect, "invoiceType" | "details">;

const usualPrices = (quote: Row) => quoteKinds[quoteKindOf(quote)].addOns;

export function hasAddOns(quote: Row): boolean {
  return Object.keys(usualPrices(quote)).length > 0;
}

/** The add-ons in the quote's total: those that its details name. */
export function selectedAddOns(quote: Row): AddOns {
  if (!hasAddOns(quote)) return noAddOns;
  const selected = memberOf(quote.details, "selected_add_ons");
  return {
    extraHour: memberOf(selected, "extraHour") === true,
    rehearsal: memberOf(selected, "rehearsal") === true,
  };
}

/** Details leave an add-on to the client unless they say otherwise. */
function isOffered(quote: Row, addOn: AddOn): boolean {
  return hasAddOns(quote) && memberOf(memberOf(quote.details, "offered_add_ons"), addOn) !== false;
}

export function offeredAddOns(quote: Row): AddOn[] {
  const contained = selectedAddOns(quote);
  return addOnKeys.filter((addOn) => !contained[addOn] && isOffered(quote, addOn));
}

/** @param contained what the quote contained before its client chose */
export function withChosenAddOns(quote: Row, contained: AddOns, wanted: AddOns): AddOns {
  const has = (addOn: AddOn) => contained[addOn] || (wanted[addOn] && isOffered(quote, addOn));
  return { extraHour: has("extraHour"), rehearsal: has("rehearsal") };
}

export function addOnRates(quote: Row): Record<AddOn, Cents> {
  const rates = memberOf(quote.details, "rates");
  const usual = usualPrices(quote);
  const price = (addOn: AddOn) =>
    usual[addOn] === undefined ? 0 : (amountOf(memberOf(rates, addOn)) ?? usual[addOn]);
  return { extraHour: price("extraHour"), rehearsal: price("rehearsal") };
}

export function addOnsPrice(rates: Record<AddOn, Cents>, addOns: AddOns): Cents {
  return (addOns.extraHour ? rates.extraHour : 0) + (addOns.rehearsal ? rates.rehearsal : 0);
}
