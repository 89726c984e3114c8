import * as z from "zod/mini";
import { formatAbn } from "#app/values/abn.ts";
import { isDay } from "#app/values/calendar.ts";
import { check, emailAddress, longText, text } from "#app/values/rules.ts";
import { optionalAbn } from "./business-schema.ts";
import { type Invoice, type InvoiceState } from "./model.ts";

export const dueOnField = text().check(z.refine(isDay, "Enter the due date."));

export const billToFields = {
  buyerName: text({
    min: [2, "The name must be at least 2 characters."],
    max: [100, "The name must not be longer than 100 characters."],
  }),
  buyerAbn: optionalAbn,
  buyerAddress: longText({ max: [500, "The address must not be longer than 500 characters."] }),
  purchaseOrder: text({ max: [50, "The order number must not be longer than 50 characters."] }),
  copyEmail: z.pipe(
    text().check(
      z.refine(
        (typed) => typed === "" || check(emailAddress(""), typed).ok,
        "Enter one email address, or leave it empty.",
      ),
    ),
    z.transform((typed) => {
      const checked = check(emailAddress(""), typed);
      return checked.ok ? checked.value : "";
    }),
  ),
};

export const detailsSchema = z.object({ ...billToFields, dueOn: z.optional(dueOnField) });

/** `dueOn`: missing where nothing is left to pay. */
export type TypedDetails = z.output<typeof detailsSchema>;
export type BillTo = Omit<TypedDetails, "dueOn">;

export const detailLabels = {
  buyerName: "Bill to",
  buyerAbn: "Their ABN",
  buyerAddress: "Their address",
  purchaseOrder: "Their order number",
  copyEmail: "Copy to",
  dueOn: "Due",
} as const satisfies Record<keyof TypedDetails, string>;

export const detailNames = Object.keys(detailLabels) as (keyof TypedDetails)[];

export type DetailTexts = Record<keyof TypedDetails, string>;

export function detailTexts(invoice: Pick<Invoice, keyof TypedDetails>): DetailTexts {
  const { buyerName, buyerAbn, buyerAddress, purchaseOrder, copyEmail, dueOn } = invoice;
  const abn = formatAbn(buyerAbn);
  return {
    buyerName,
    buyerAbn: abn,
    buyerAddress,
    purchaseOrder,
    copyEmail,
    dueOn: dueOn ?? "",
  };
}

/** A paid invoice can still change its buyer, but not its due day. */
export const changeableDetails = (
  { slug, number }: Pick<Invoice, "slug" | "number">,
  state: InvoiceState,
): "all" | "bill-to" | null => {
  if (state === "void" || state === "credit-note" || (number && !slug)) return null;
  return state === "open" || state === "part-paid" || state === "overdue" ? "all" : "bill-to";
};
