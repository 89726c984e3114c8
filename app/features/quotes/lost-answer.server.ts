import type { Db } from "#app/server/database/db.server.ts";
import { isSameAcceptance } from "./acceptance.server.ts";
import { type ClientResult, lockQuoteByLink, refusalOf } from "./guard.server.ts";
import type { Acceptance, Declining } from "./schema.ts";

/*
 * The result of a client's answer whose reply was lost; null when it was not recorded and the quote
 * still waits. The lock waits for a transaction that may still be recording it.
 */

export function findAcceptance(
  db: Db,
  input: Acceptance,
  now = new Date(),
): Promise<ClientResult | null> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, input.slug);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quote.acceptedAt)
      return (await isSameAcceptance(tx, quote, input))
        ? { ok: true, quote, already: true }
        : { ok: false, reason: "accepted", quote };
    const reason = refusalOf(quote, input.version, now);
    return reason && { ok: false, reason, quote };
  });
}

export function findDecline(
  db: Db,
  { slug, version }: Pick<Declining, "slug" | "version">,
  now = new Date(),
): Promise<ClientResult | null> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, slug);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quote.acceptedAt) return { ok: false, reason: "accepted", quote };
    const reason = refusalOf(quote, version, now);
    if (reason === "declined") return { ok: true, quote };
    return reason && { ok: false, reason, quote };
  });
}
