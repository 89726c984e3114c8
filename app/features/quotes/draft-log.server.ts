import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { Quote } from "./model.ts";

/**
 * Records what the owner does with a draft. An offer that a client has seen keeps a history of its
 * own, with what it said at each time.
 */
export function recordDraft(
  tx: Db,
  by: Administrator,
  action: string,
  quote: Quote,
  now: Date,
  before?: Quote,
): Promise<void> {
  const { id, clientName, invoiceType } = quote;
  const subject = { kind: "quote" as const, id, label: `${clientName}, ${invoiceType}` };
  const change = { ...(before && { before: contentOf(before) }), after: contentOf(quote) };
  return recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

/** A quote's content under the names that the owner's log shows. */
function contentOf(quote: Quote): Record<string, unknown> {
  const { rates, offered_add_ons: offered } = quote.details ?? {};
  const prices = Object.entries({ ...(rates as object | undefined), offered }).map(
    ([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value],
  );
  return {
    client: quote.clientName,
    email: quote.clientEmail,
    kind: quote.invoiceType,
    event: quote.eventTitle,
    date: quote.eventDate,
    place: quote.eventLocation,
    "prepared by": quote.preparedBy,
    "valid until": quote.validUntil,
    notes: quote.notes,
    total: quote.totalAmount,
    ...Object.fromEntries(prices),
  };
}
