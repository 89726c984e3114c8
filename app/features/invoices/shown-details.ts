import type { ShownDetails, StoredWaysToPay } from "#app/server/database/tables.server.ts";
import { billedAs, type Invoice } from "./model.ts";

export const waysToPayOf = (details: StoredWaysToPay): StoredWaysToPay => {
  const { legalName, payId, payIdKind, payIdName, bsb, accountNumber } = details;
  return { legalName, payId, payIdKind, payIdName, bsb, accountNumber };
};

/** The changeable facts that a PDF of the document shows. */
export function shownDetails(invoice: Invoice, details: StoredWaysToPay): ShownDetails {
  const { copyEmail: _copyEmail, ...buyer } = billedAs(invoice);
  const ways = invoice.kind === "credit-note" ? null : waysToPayOf(details);
  return { ...buyer, dueOn: invoice.dueOn, ways };
}
