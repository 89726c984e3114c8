import { and, asc, eq, isNotNull, isNull, like, lte, notExists, or, sql } from "drizzle-orm";
import { readerMarks } from "#app/features/email/model.ts";
import { ownerEmail, renderBody } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails, mailings, newsletterSettings } from "#app/server/database/tables.server.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { newsletterLink } from "./commands.server.tsx";
import { reasonOf } from "./mailing-email.tsx";
import type { Mailing } from "./mailing.ts";
import { bodyOf } from "./mailing-queries.server.ts";
import { unaddressedReaders } from "./queries.server.ts";

/** Readers of one transaction. */
const batch = 100;

/** A scheduled task: begins what is due, writes the next emails, and closes what was all tried. */
export async function sendMailings(db: Db, now = new Date()): Promise<typeof unfinished | void> {
  const isDue = and(eq(mailings.state, "waiting"), lte(mailings.sendsAt, now));
  // Asked every ten seconds, mostly in vain.
  if ((await db.$count(mailings, or(isDue, eq(mailings.state, "sending")))) === 0) return;
  const isLeft = await db.transaction(async (tx) => {
    const [due] = await next(tx, isDue);
    if (due) return begin(tx, due);
    const isBegun = and(eq(mailings.state, "sending"), isNull(mailings.addressedAt));
    const [begun] = await next(tx, isBegun);
    return begun ? address(tx, begun, now) : false;
  });
  if (isLeft) return unfinished;
  const untried = db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.mailingId, mailings.id),
        sql`(state = 'sending' or (state = 'queued' and attempts = 0))`,
      ),
    );
  await db
    .update(mailings)
    .set({ state: "sent", settledAt: now })
    .where(and(eq(mailings.state, "sending"), isNotNull(mailings.addressedAt), notExists(untried)));
}

/** Skips what another process works on. */
const next = (tx: Db, where: ReturnType<typeof and>) =>
  tx
    .select()
    .from(mailings)
    .where(and(where, isNull(mailings.deletedAt)))
    .orderBy(asc(mailings.sendsAt))
    .limit(1)
    .for("update", { skipLocked: true });

/** Its body is stored as it is now: all readers get the same. */
async function begin(tx: Db, mailing: Mailing): Promise<true> {
  const { reason, unsubscribe: unsubscribeUrl } = readerMarks;
  const body = renderBody(await bodyOf(tx, mailing, { reason, unsubscribeUrl }));
  const slug = mailing.slug ?? (await freeSlug(tx, mailing.subject));
  await tx
    .update(mailings)
    .set({ ...body, slug, state: "sending" })
    .where(eq(mailings.id, mailing.id));
  return true;
}

async function freeSlug(tx: Db, subject: string): Promise<string> {
  const words = subject
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z\d]+/g);
  const slug = (words ?? ["newsletter"]).join("-").slice(0, 60).replace(/-$/, "");
  const taken = await tx
    .select({ slug: mailings.slug })
    .from(mailings)
    .where(like(mailings.slug, `${slug}%`));
  const known = taken.map((one) => one.slug);
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!known.includes(numbered)) return numbered;
  }
}

async function address(tx: Db, mailing: Mailing, now: Date): Promise<boolean> {
  const readers = await unaddressedReaders(tx, mailing, batch);
  if (readers.length > 0) {
    const rows = await tx
      .insert(emails)
      .values(
        readers.map(({ id, email, ...consent }) => ({
          kind: "newsletter",
          recipient: email,
          replyTo: ownerEmail(),
          subject: mailing.subject,
          html: "",
          text: reasonOf(consent),
          mailingId: mailing.id,
          subscriberId: id,
          unsubscribeUrl: newsletterLink("unsubscribe", id),
        })),
      )
      .onConflictDoNothing()
      .returning({ letterId: emails.id });
    await enqueue(tx, "newsletters", rows);
  }
  if (readers.length === batch) return true;
  await tx.update(mailings).set({ addressedAt: now }).where(eq(mailings.id, mailing.id));
  return false;
}

/** Waits for this email's turn, also among other processes; at once if it need not leave. */
export async function waitForSlot(db: Db, emailId: string): Promise<void> {
  await db.insert(newsletterSettings).values({}).onConflictDoNothing();
  const { nextSlot, perMinute } = newsletterSettings;
  const gap = sql`interval '1 minute' / ${perMinute}`;
  // A slot far ahead comes from a clock that was wrong.
  const slot = sql`case when ${nextSlot} between clock_timestamp()
    and clock_timestamp() + interval '1 minute' then ${nextSlot} else clock_timestamp() end`;
  const [taken] = await rowsOf<{ ms: number }>(
    db,
    sql`update ${newsletterSettings} set next_slot = ${slot} + ${gap}
      where exists (select from letters where id = ${emailId} and state in ('queued', 'sending'))
      returning extract(epoch from next_slot - ${gap} - clock_timestamp())::float8 * 1000 as ms`,
  );
  if (taken && taken.ms > 0) await new Promise((resolve) => setTimeout(resolve, taken.ms));
}
