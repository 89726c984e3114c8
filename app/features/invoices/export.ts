import { melbourneDay } from "#app/values/calendar.ts";
import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import type { Cents } from "#app/values/money.ts";
import { invoiceStateLabels } from "./labels.ts";
import { askedRest } from "./lists.ts";
import { type Invoice, invoiceState } from "./model.ts";

const stateOf = (account: Invoice) => invoiceState(account, melbourneDay(new Date()));
const dollars = (cents: Cents | null) => (cents === null ? null : cents / 100);

export const invoiceColumns: CsvColumns<Invoice> = {
  Number: ({ number }) => number,
  Buyer: ({ buyerName }) => buyerName,
  "Buyer Email": ({ buyerEmail }) => buyerEmail,
  For: ({ title }) => title,
  Issued: ({ issuedOn }) => dayCell(issuedOn),
  Due: ({ dueOn }) => dayCell(dueOn),
  Total: ({ total }) => dollars(total),
  GST: ({ gst }) => dollars(gst),
  Paid: ({ paid }) => dollars(paid),
  Credited: ({ credited }) => dollars(credited),
  "To Pay": (account) => dollars(askedRest(account, stateOf(account))),
  State: (account) => invoiceStateLabels[stateOf(account)],
  Reference: ({ reference }) => reference,
};
