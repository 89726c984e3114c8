import { and, eq, inArray, sql } from "drizzle-orm";
import { isOneTimeSecretUsable } from "#app/features/auth/links.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  type EmailTransport,
  PermanentRejection,
} from "#app/server/outbound/outgoing-email.server.ts";
import { log, withoutEmails } from "#app/server/log.server.ts";
import { emails } from "#app/server/database/tables.server.ts";

/**
 * One try to deliver a letter: lease it, send with no transaction open, mark what happened.
 * Throws when it should be tried again later. A letter that is settled already stays as it is.
 * One whose link or code works no more, such as after an outage, is not sent at all.
 * A crash between the server's answer and the mark sends it twice, with the same Message-ID.
 */
export async function deliverEmail(
  db: Db,
  mail: EmailTransport,
  letterId: string,
  now = () => new Date(),
): Promise<void> {
  const [letter] = await db
    .update(emails)
    .set({ state: "sending", attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails.id, letterId), inArray(emails.state, ["queued", "sending"])))
    .returning();
  if (!letter) return;

  const settle = (change: Partial<typeof emails.$inferInsert>) =>
    db.update(emails).set(change).where(eq(emails.id, letterId));
  const opens = letter.kind.startsWith("one-time-");
  if (opens && !(await isOneTimeSecretUsable(db, letter.oneTimeHash, now()))) {
    await settle({ state: "expired", lastError: dead, settledAt: now(), ...forgotten });
    log.info(
      { letter: letterId, kind: letter.kind },
      "letter not sent, its link or code works no more",
    );
    return;
  }
  try {
    const state = await mail.send(letter);
    await settle({ state, lastError: null, settledAt: now(), ...(opens && forgotten) });
    log.info({ letter: letterId, kind: letter.kind, state }, "letter settled");
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const gone = error instanceof PermanentRejection;
    await settle({
      state: gone ? "failed" : "queued",
      lastError,
      ...(gone && { settledAt: now() }),
    });
    log.warn(
      {
        letter: letterId,
        kind: letter.kind,
        attempt: letter.attempts,
        reason: withoutEmails(lastError),
      },
      gone ? "letter refused" : "letter will be tried again",
    );
    if (!gone) throw error;
  }
}

/** A letter with a one-time link or code is kept as a fact; what would open the door is not. */
const forgotten = {
  html: "<p>This letter carried a link or a code that works once. It is not kept.</p>",
  text: "This letter carried a link or a code that works once. It is not kept.",
};

const dead =
  "Its link or code had been used or replaced, or was too old, so this email was not sent.";

/** All tries are used up: the letter is failed, with the last reason kept, until somebody sends it again. */
export async function failEmail(db: Db, letterId: string, now = new Date()): Promise<void> {
  await db
    .update(emails)
    .set({ state: "failed", settledAt: now })
    .where(and(eq(emails.id, letterId), inArray(emails.state, ["queued", "sending"])));
  log.error({ letter: letterId }, "letter failed");
}
