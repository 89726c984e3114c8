import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import type { Quote } from "./model.ts";

/* A new version takes the link when sent; rejected, declined or withdrawn, it gives it back. */

/** 132 random bits in 22 characters; at least 128 are promised. */
export function newSlug(): string {
  return randomBytes(17).toString("base64url").slice(0, 22);
}

/** Keeps the link, or takes the replaced version's or a new one; returns the slug. */
export async function takeLink(tx: Db, quote: Quote): Promise<string> {
  const slug = quote.slug ?? (await releaseLink(tx, quote.replacesId)) ?? newSlug();
  await tx.update(quotes).set({ slug }).where(eq(quotes.id, quote.id));
  return slug;
}

export async function returnLink(tx: Db, { id, replacesId }: Quote): Promise<void> {
  if (!replacesId) return;
  const slug = await releaseLink(tx, id);
  if (slug) await tx.update(quotes).set({ slug }).where(eq(quotes.id, replacesId));
}

/** A slug is unique, so one row gives it up before another takes it. */
async function releaseLink(tx: Db, id: string | null): Promise<string | null> {
  if (!id) return null;
  const [row] = await tx
    .select({ slug: quotes.slug })
    .from(quotes)
    .where(eq(quotes.id, id))
    .for("update");
  if (row?.slug) await tx.update(quotes).set({ slug: null }).where(eq(quotes.id, id));
  return row?.slug ?? null;
}
