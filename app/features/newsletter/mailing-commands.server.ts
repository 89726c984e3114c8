import { and, eq, gt, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { withoutSignOff } from "#app/features/email/email-layout.tsx";
import { expireEmails, ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { renderForEmail } from "#app/features/site-pictures/commands.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import {
  checkSenderDomain,
  senderDomain,
  type SenderRecord,
} from "#app/server/outbound/sender-domain.server.ts";
import { emails, mailingPictures, mailings } from "#app/server/database/tables.server.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { listServices, readFreeStarts } from "#app/features/services/queries.server.ts";
import { addDays, instantClock, melbourneDay, shortDay } from "#app/values/calendar.ts";
import { cancelMinutes, type Mailing, problemsOf } from "./mailing.ts";
import { bodyOf, exampleReader, getMailingPicture, isKept } from "./mailing-queries.server.ts";
import type { MailingInput } from "./mailing-schema.ts";
import { countAudience } from "./queries.server.ts";

const subjectOf = ({ id, subject }: Pick<Mailing, "id" | "subject">) => ({
  kind: "newsletter" as const,
  id,
  label: subject || "without a subject",
});

/** The same form sent twice, with one `key`, begins one draft. */
export async function createMailing(db: Db, by: Owner, key: string, now = new Date()) {
  const id = recordId(`newsletter of ${by.userId}`, key, []);
  await db.insert(mailings).values({ id, createdAt: now }).onConflictDoNothing();
  return id;
}

type Seen = { id: string; version: number };
type Refusal = "not-found" | "changed" | "picture";
type SaveResult = { ok: true; mailing: Mailing } | { ok: false; reason: Refusal };

/** Saves only a draft, and refuses any `version` but the current one. */
export async function saveMailing(
  db: Db,
  _by: Owner,
  { id, version }: Seen,
  { day, time, pictureId, ...input }: MailingInput,
): Promise<SaveResult> {
  const known = pictureId ? await getMailingPicture(db, id) : null;
  // Encoding takes a moment and needs no transaction.
  const isNew = pictureId !== "" && known?.pictureId !== pictureId;
  const picture = isNew ? await renderForEmail(db, pictureId) : null;
  if (isNew && !picture) return { ok: false, reason: "picture" };
  return db.transaction(async (tx) => {
    const before = await lockMailing(tx, id);
    if (!before) return { ok: false, reason: "not-found" };
    const sendsAt = plannedFor(day, time);
    const sent = { ...input, pictureId: pictureId || null, sendsAt };
    if (before.version === version + 1 && isSame(before, sent))
      return { ok: true, mailing: before };
    if (before.version !== version || before.state !== "draft")
      return { ok: false, reason: "changed" };
    if (!pictureId || picture)
      await tx.delete(mailingPictures).where(eq(mailingPictures.mailingId, id));
    if (picture) await tx.insert(mailingPictures).values({ mailingId: id, pictureId, ...picture });
    if (isSame(before, sent)) return { ok: true, mailing: before };
    return { ok: true, mailing: (await change(tx, before, sent))! };
  });
}

const isSame = (before: Mailing, sent: Partial<Mailing>) =>
  Object.entries(sent).every(
    ([name, value]) => String(before[name as keyof Mailing]) === String(value),
  );

/** More text above the sign-off; false if it is no longer that draft. */
export function appendToMailing(db: Db, { id, version }: Seen, text: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mailing = await lockMailing(tx, id);
    if (mailing?.state !== "draft" || mailing.version !== version) return false;
    const { text: above } = withoutSignOff(mailing.body);
    const below = mailing.body.slice(above.length);
    const body = [above, text, below].map((part) => part.trim()).filter(Boolean);
    await change(tx, mailing, { body: body.join("\n\n") });
    return true;
  });
}

/** Null: ten minutes after Send. A time that clocks skip is refused by {@link planProblem}. */
const plannedFor = (day: string | null, time: string | null) =>
  day && time ? instantOf(day, toMinutes(time)) : null;

export function planProblem({ day, time }: MailingInput, now: Date): FieldErrors {
  if (!day && !time) return {};
  if (!day) return { day: "On which day?" };
  if (!time) return { time: "At what time?" };
  const planned = plannedFor(day, time);
  if (!planned) return { time: "Clocks skip this time on that day. Choose another." };
  return planned > now ? {} : { day: "This time has passed." };
}

async function lockMailing(tx: Db, id: string): Promise<Mailing | null> {
  const [mailing] = await tx
    .select()
    .from(mailings)
    .where(and(eq(mailings.id, id), isKept))
    .for("update");
  return mailing ?? null;
}

async function change(tx: Db, { id }: Mailing, changes: Partial<Mailing>) {
  const [changed] = await tx
    .update(mailings)
    .set({ ...changes, version: sql`${mailings.version} + 1` })
    .where(eq(mailings.id, id))
    .returning();
  return changed;
}

/** What the owner has to mend before it is sent; nobody may be reached. */
export async function whyNotSent(db: Db, mailing: Mailing): Promise<FieldErrors> {
  const problems = problemsOf(mailing, (await getMailingPicture(db, mailing.id)) !== null);
  const { reached } = await countAudience(db, mailing.audience);
  return reached > 0 ? problems : { ...problems, audience: "This reaches nobody yet." };
}

/** Why receivers may take it for spam; nothing where emails are only kept as files. */
export async function sendingWarnings(
  { SMTP_URL, MAIL_FROM }: Pick<Settings, "SMTP_URL" | "MAIL_FROM"> = getSettings(),
  checkDomain: (domain: string) => Promise<SenderRecord[]> = checkSenderDomain,
): Promise<string[]> {
  if (!SMTP_URL) return [];
  const records = await checkDomain(senderDomain(MAIL_FROM));
  return records
    .filter(({ name, state }) => name !== "DKIM" && (state === "missing" || state === "wrong"))
    .map(({ what }) => what);
}

export async function testMailing(db: Db, mailing: Mailing, now = new Date()): Promise<void> {
  const body = await bodyOf(db, mailing, exampleReader(now));
  const subject = `Test: ${mailing.subject}`;
  await queueEmails(db, { kind: "newsletter-test", recipient: ownerEmail(), subject, body });
}

const soonest = (now: Date) => new Date(now.getTime() + cancelMinutes * 60_000);

/** False if it is no longer the draft that the owner saw. The same press again changes nothing. */
export function sendMailing(db: Db, by: Owner, { id, version }: Seen, now = new Date()) {
  return db.transaction(async (tx) => {
    const mailing = await lockMailing(tx, id);
    if (mailing?.state === "waiting" && mailing.version === version + 1) return true;
    if (mailing?.state !== "draft" || mailing.version !== version) return false;
    const soon = soonest(now);
    const sendsAt = mailing.sendsAt && mailing.sendsAt > soon ? mailing.sendsAt : soon;
    await change(tx, mailing, { state: "waiting", sendsAt });
    const entry = { actor: by.email, action: "sent", subject: subjectOf(mailing) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

/** Back to a draft; false once it has begun. */
export function cancelMailing(db: Db, by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const mailing = await lockMailing(tx, id);
    if (mailing?.state === "draft") return true;
    if (mailing?.state !== "waiting") return false;
    // A planned time stays, those ten minutes don't.
    const isPlanned = mailing.sendsAt !== null && mailing.sendsAt > soonest(now);
    await change(tx, mailing, { state: "draft", sendsAt: isPlanned ? mailing.sendsAt : null });
    const entry = { actor: by.email, action: "called back", subject: subjectOf(mailing) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

/** What has not left never does. False before it begins and once all were tried. */
export function stopMailing(db: Db, by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const mailing = await lockMailing(tx, id);
    if (mailing?.state === "stopped") return true;
    if (mailing?.state !== "sending") return false;
    await change(tx, mailing, { state: "stopped", settledAt: now });
    const isOfIt = and(eq(emails.mailingId, id), eq(emails.state, "queued"));
    await expireEmails(tx, isOfIt, "Not sent: you stopped the newsletter.", now);
    const entry = { actor: by.email, action: "stopped", subject: subjectOf(mailing) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

/** On the site or not, once it was sent. */
export function archiveMailing(db: Db, by: Owner, id: string, inArchive: boolean) {
  return db.transaction(async (tx) => {
    const mailing = await lockMailing(tx, id);
    if (!mailing) return;
    await change(tx, mailing, { inArchive });
    const action = inArchive ? "put on the site" : "took off the site";
    await recordActivity(tx, { actor: by.email, action, subject: subjectOf(mailing) }, new Date());
  });
}

const isDraft = eq(mailings.state, "draft");

/** Only drafts. False when there is none, deleted or not. */
export function deleteMailing(db: Db, by: Owner, id: string, now = new Date()) {
  const ofId = and(eq(mailings.id, id), isDraft);
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(mailings)
      .set({ deletedAt: now })
      .where(and(ofId, isKept))
      .returning();
    if (!deleted) return (await tx.$count(mailings, ofId)) > 0;
    const entry = { actor: by.email, action: "deleted", subject: subjectOf(deleted) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

export function restoreMailing(db: Db, by: Owner, id: string, now = new Date()) {
  const ofId = and(eq(mailings.id, id), isDraft);
  return db.transaction(async (tx) => {
    const [restored] = await tx
      .update(mailings)
      .set({ deletedAt: null })
      .where(and(ofId, gt(mailings.deletedAt, restorableSince(now))))
      .returning();
    if (!restored) return (await tx.$count(mailings, and(ofId, isKept))) > 0;
    const entry = { actor: by.email, action: "restored", subject: subjectOf(restored) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

/** As text of a newsletter: each day's first time, of each category's first service; empty if none is free. */
export async function freeTimesText(db: Db, now = new Date()): Promise<string> {
  const today = melbourneDay(now);
  const services = await listServices(db);
  const firsts = services.filter(
    ({ category }, at) => services.findIndex((one) => one.category === category) === at,
  );
  const lines = await Promise.all(
    firsts.map(async (service) => {
      const starts = await readFreeStarts(
        db,
        service,
        { from: today, until: addDays(today, 7) },
        now,
      );
      const days = Map.groupBy(starts, melbourneDay);
      const times = [...days].map(
        ([day, [first]]) => `${shortDay(day, today)}, ${instantClock(first!)}`,
      );
      const { category, slug, name } = service;
      const page = href("/book/:category/:service", { category, service: slug });
      return times.length > 0 ? [`[${name}](${page}): ${times.join("; ")}`] : [];
    }),
  );
  const found = lines.flat();
  return found.length > 0 ? `# Free times this week\n\n${found.join("\n\n")}` : "";
}

/** The dates of the public page; empty without any. */
export function whatsOnText(now = new Date()): string {
  const { heading, dates } = content().whatsOn;
  const today = melbourneDay(now);
  const lines = dates
    .filter(({ day }) => day >= today)
    .map(({ title, day, time, place, link }) => {
      const named = link ? `[${title}](${link})` : title;
      return [named, shortDay(day, today), time, place].filter(Boolean).join(", ");
    });
  return lines.length > 0 ? `# ${heading}\n\n${lines.join("\n\n")}` : "";
}
