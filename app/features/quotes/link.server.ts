import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices } from "#app/server/database/tables.server.ts";
import type { Quote } from "./model.ts";

/*
 * The public link of a quote. A new version of an accepted quote is a row of its own; the link
 * passes to it when it is sent, and back when nothing comes of it. So the link always leads to what
 * matters, and what was accepted stands, counted once, until something else is.
 */

/** A public link's secret part: 132 random bits in 22 characters (contract rule 9). */
export function newSlug(): string {
  return randomBytes(17).toString("base64url").slice(0, 22);
}

/** Gives a quote its link: the one that it takes over, or a new one. Answers with the slug. */
export async function takeLink(tx: Db, quote: Quote): Promise<string> {
  const slug = quote.slug ?? (await releaseLink(tx, quote.replacesId)) ?? newSlug();
  await tx.update(invoices).set({ slug }).where(eq(invoices.id, quote.id));
  return slug;
}

/** After a new version was rejected, declined or withdrawn, the link leads to what was accepted before. */
export async function returnLink(tx: Db, { id, replacesId }: Quote): Promise<void> {
  if (!replacesId) return;
  const slug = await releaseLink(tx, id);
  if (slug) await tx.update(invoices).set({ slug }).where(eq(invoices.id, replacesId));
}

/** A slug belongs to one row at a time, so it is given up before it is passed on. */
async function releaseLink(tx: Db, id: string | null): Promise<string | null> {
  if (!id) return null;
  const [row] = await tx
    .select({ slug: invoices.slug })
    .from(invoices)
    .where(eq(invoices.id, id))
    .for("update");
  if (row?.slug) await tx.update(invoices).set({ slug: null }).where(eq(invoices.id, id));
  return row?.slug ?? null;
}
