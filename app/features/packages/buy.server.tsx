import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { href } from "react-router";
import { creditBalance } from "#app/features/diary/credits.server.ts";
import { openDiary } from "#app/features/diary/entries.server.ts";
import { actorName, asClient, type Entry, lengthOf } from "#app/features/diary/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { type NewEmail, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import { isOwnKind } from "#app/features/services/model.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  credits,
  diaryEntries,
  salesInvoices,
  services,
} from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { sellWithin } from "./sales.server.ts";
import type { PackageOffer } from "./model.ts";

/* Only the email with an appointment's link proves whose address it is. */

type Buyer = { buyerName: string; buyerEmail: string; minutes: number; entry: Entry };

async function findBuyer(db: Db, token: string): Promise<Buyer | null> {
  const [entry] = await db.select().from(diaryEntries).where(eq(diaryEntries.token, token));
  const minutes = entry && lengthOf(entry);
  if (!entry?.clientEmail || entry.spamReason || !entry.price || !minutes) return null;
  if (await isOfOwnKind(db, entry.serviceId)) return null;
  return { buyerName: entry.clientName ?? "", buyerEmail: entry.clientEmail, minutes, entry };
}

/** They have prices of their own, which no package of the price list knows. */
async function isOfOwnKind(db: Db, serviceId: string | null): Promise<boolean> {
  if (!serviceId) return false;
  const { id, category } = services;
  const [service] = await db.select({ category }).from(services).where(eq(id, serviceId));
  return service !== undefined && isOwnKind(service.category);
}

/** Of sessions of these lengths; none while no invoice can be issued. */
export async function offersOf(db: Db, lengths: readonly number[]): Promise<PackageOffer[]> {
  if (issuingRefusal(await getBusinessDetails(db))) return [];
  return (await readPrices(db)).coachingPackages.filter(({ minutes }) => lengths.includes(minutes));
}

/** `isNext`: this session is the last of a package. */
export async function offersBy(db: Db, token: string) {
  const buyer = await findBuyer(db, token);
  if (!buyer) return { offers: [], isNext: false };
  const offers = await offersOf(db, [buyer.minutes]);
  const balance = await creditBalance(db, buyer.entry);
  return { offers, isNext: balance !== null && balance.isLast && balance.of > 1 };
}

type Purchase = { ok: true; slug: string } | { ok: false; reason: "not-found" | "changed" };

/** An unpaid package of that length is answered instead. `changed`: the offer is gone. */
export function buyPackage(
  db: Db,
  token: string,
  offer: string,
  key: string,
  now = new Date(),
): Promise<Purchase> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const buyer = await findBuyer(tx, token);
    if (!buyer) return { ok: false, reason: "not-found" };
    const { minutes, entry: _, ...who } = buyer;
    const unpaid = await unpaidOf(tx, buyer);
    if (unpaid) return { ok: true, slug: unpaid };
    if (Number(offer.split("/")[1]) !== minutes) return { ok: false, reason: "changed" };
    const sale = { ...who, offer, expiresOn: null, paidBy: null };
    const sold = await sellWithin(tx, actorName(asClient), sale, key, now);
    if (!sold.ok) return { ok: false, reason: sold.reason === "changed" ? "changed" : "not-found" };
    const { slug, title, total, id } = sold.invoice;
    if (sold.isNew) await queueEmails(tx, notice(who, `${title}, ${formatMoney(total)}`, id));
    return { ok: true, slug: slug! };
  });
}

async function unpaidOf(tx: Db, { buyerEmail, minutes }: Buyer): Promise<string | null> {
  const { paid, credited, total, voidedAt } = salesInvoices;
  const [unpaid] = await tx
    .select({ slug: salesInvoices.slug })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .where(
      and(
        eq(sql`lower(${credits.clientEmail})`, buyerEmail.toLowerCase()),
        eq(credits.minutes, minutes),
        isNull(voidedAt),
        sql`${total} > ${paid} + ${credited}`,
      ),
    )
    .orderBy(desc(credits.createdAt))
    .limit(1);
  return unpaid?.slug ?? null;
}

function notice(
  buyer: Pick<Buyer, "buyerName" | "buyerEmail">,
  what: string,
  invoice: string,
): NewEmail {
  const { buyerName, buyerEmail } = buyer;
  const heading = `${buyerName || "A client"} has bought a package`;
  return {
    kind: "package-notice",
    recipient: ownerEmail(),
    replyTo: buyerEmail,
    subject: `${heading}: ${what}`,
    salesInvoiceId: invoice,
    body: (
      <EmailLayout preview={what}>
        <Heading>{heading}</Heading>
        <Text>{`${what}. The invoice has gone to ${buyerEmail}.`}</Text>
        <Text>Until it is paid, one session is taken from it.</Text>
        <Action href={absoluteUrl(href("/admin/clients/:email", { email: buyerEmail }))}>
          Open the client
        </Action>
      </EmailLayout>
    ),
  };
}
