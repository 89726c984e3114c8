import { and, desc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { forReader } from "#app/features/email/queries.server.ts";
import { renderBody } from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  emails,
  isPublicMailing,
  mailingPictures,
  mailings,
  newestMailing,
} from "#app/server/database/tables.server.ts";
import { formatAbn } from "#app/values/abn.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { mailingEmail, type MailingSender, reasonOf } from "./mailing-email.tsx";
import type { Mailing, MailingPicture } from "./mailing.ts";

const { html: _html, text: _text, ...listed } = getTableColumns(mailings);
type MailingRow = Omit<Mailing, "html" | "text">;

export const isKept = isNull(mailings.deletedAt);
const mostListed = 200;

export function listMailings(db: Db, _by: Administrator): Promise<MailingRow[]> {
  return db
    .select(listed)
    .from(mailings)
    .where(isKept)
    .orderBy(desc(sql`coalesce(${mailings.sendsAt}, 'infinity')`), desc(mailings.createdAt))
    .limit(mostListed);
}

export function listDeletedMailings(db: Db, _by: Administrator, now = new Date()) {
  return db
    .select(listed)
    .from(mailings)
    .where(gt(mailings.deletedAt, restorableSince(now)))
    .orderBy(desc(mailings.deletedAt))
    .limit(mostListed);
}

export async function getMailing(db: Db, _by: Administrator, id: string): Promise<Mailing | null> {
  const [found] = await db
    .select()
    .from(mailings)
    .where(and(eq(mailings.id, id), isKept));
  return found ?? null;
}

export async function getMailingPicture(db: Db, mailingId: string): Promise<MailingPicture | null> {
  const { bytes: _bytes, ...columns } = getTableColumns(mailingPictures);
  const [picture] = await db
    .select(columns)
    .from(mailingPictures)
    .where(eq(mailingPictures.mailingId, mailingId));
  return picture ?? null;
}

/** Public: no check beyond the unguessable name. */
export async function getMailingJpeg(db: Db, mailingId: string, pictureId: string) {
  const [picture] = await db
    .select({ bytes: mailingPictures.bytes })
    .from(mailingPictures)
    .where(
      and(
        eq(mailingPictures.mailingId, mailingId),
        sql`left(${mailingPictures.pictureId}::text, 8) = ${pictureId}`,
      ),
    );
  return picture?.bytes ?? null;
}

const letter = {
  id: mailings.id,
  slug: mailings.slug,
  subject: mailings.subject,
  body: mailings.body,
  pictureAlt: mailings.pictureAlt,
  buttonLabel: mailings.buttonLabel,
  buttonUrl: mailings.buttonUrl,
  sentAt: mailings.sendsAt,
};

export function listLetters(db: Db) {
  return db.select(letter).from(mailings).where(isPublicMailing).orderBy(newestMailing);
}

export async function getLetter(db: Db, slug: string) {
  const ofSlug = and(isPublicMailing, eq(mailings.slug, slug));
  const [found] = await db.select(letter).from(mailings).where(ofSlug);
  return found ? { ...found, picture: await getMailingPicture(db, found.id) } : null;
}

/** How many emails are in each state, and those that were tried and wait for a later try. */
export async function countEmails(db: Db, _by: Administrator, mailingId: string) {
  const [counts] = await rowsOf<
    Record<"all" | "waiting" | "later" | "sent" | "failed" | "left", number>
  >(
    db,
    sql`select count(*)::int as all,
        count(*) filter (where state in ('queued', 'sending') and attempts <= 1)::int as waiting,
        count(*) filter (where state in ('queued', 'sending') and attempts > 1)::int as later,
        count(*) filter (where state in ('sent', 'captured'))::int as sent,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'expired')::int as left
      from ${emails} where ${eq(emails.mailingId, mailingId)}`,
  );
  return counts!;
}

async function senderOf(db: Db): Promise<MailingSender> {
  const { tradingName, legalName, abn } = await getBusinessDetails(db);
  return { name: tradingName || legalName || content().site.brand, abn: formatAbn(abn) };
}

/** What a reader who signs up today gets; its link unsubscribes nobody. */
export function exampleReader(now: Date) {
  const { consent } = content().site.newsletter;
  const reason = reasonOf({ words: consent, form: "footer", at: now });
  return { reason, unsubscribeUrl: absoluteUrl(href("/newsletter/unsubscribe")) };
}

export async function mailingPreview(db: Db, mailing: Mailing, now: Date) {
  const { reason, unsubscribeUrl } = exampleReader(now);
  const { html, text } = mailing;
  if (html === null || text === null)
    return renderBody(await bodyOf(db, mailing, { reason, unsubscribeUrl }));
  return {
    html: forReader(html, reason, unsubscribeUrl),
    text: forReader(text, reason, unsubscribeUrl),
  };
}

type Reader = { reason: string; unsubscribeUrl: string };

export async function bodyOf(db: Db, mailing: Mailing, reader: Reader) {
  const picture = await getMailingPicture(db, mailing.id);
  return mailingEmail({ mailing, picture, sender: await senderOf(db), ...reader });
}

/** In one theme, whatever the browser's. */
export async function themedPreview(db: Db, by: Administrator, id: string, isDark: boolean) {
  const mailing = await getMailing(db, by, id);
  if (!mailing) return null;
  const { html } = await mailingPreview(db, mailing, new Date());
  return html.replaceAll(
    "@media (prefers-color-scheme:dark)",
    isDark ? "@media all" : "@media not all",
  );
}
