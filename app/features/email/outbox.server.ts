import type { ReactElement } from "react";
import { plainTextSelectors, render } from "@react-email/render";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { compile } from "html-to-text";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { textMessageKind } from "./model.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

export type NewEmail = {
  kind: string;
  recipient: string | SQL<string>;
  replyTo?: string | SQL<string>;
  subject: string;
  body: ReactElement;
} & Partial<
  Pick<
    typeof emails.$inferInsert,
    | "contactMessageId"
    | "invoiceId"
    | "amebBookingId"
    | "subscriberId"
    | "unsubscribeUrl"
    | "oneTimeHash"
    | "held"
    | "lastError"
  >
>;

/** The rules are compiled once: that costs more than following them. */
const toPlainText = compile({ wordwrap: false, selectors: plainTextSelectors });

/**
 * Writes letters and their delivery into the caller's transaction: they go out if, and only if, that commits.
 * The text part is the same words without the markup.
 */
export async function queueEmails(tx: Db, ...wanted: [NewEmail, ...NewEmail[]]): Promise<void> {
  const written = await Promise.all(wanted.map(writeOut));
  const rows = await tx
    .insert(emails)
    .values(written)
    .returning({ letterId: emails.id, held: emails.held });
  const due = rows.filter(({ held }) => !held).map(({ letterId }) => ({ letterId }));
  if (due.length > 0) await enqueue(tx, "letters", due);
}

async function writeOut({ body, subject, ...letter }: NewEmail) {
  const html = await render(body);
  return { ...letter, subject: oneLine(subject), html, text: toPlainText(html) };
}

/**
 * Sees to it that every letter on its way has a delivery: after a restore none has, since the queue's own rows are in no
 * backup.
 */
export function requeueEmails(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const underWay = and(inArray(emails.state, ["queued", "sending"]), eq(emails.held, false));
    const waiting = await tx.select({ letterId: emails.id }).from(emails).where(underWay);
    await enqueueMissing(tx, "letters", waiting);
  });
}

/** Notes a text message that has left, or was captured, beside the letters. */
export async function recordTextMessage(
  db: Db,
  message: { recipient: string; text: string; state: "sent" | "captured" },
  now = new Date(),
): Promise<void> {
  await db.insert(emails).values({
    kind: textMessageKind,
    subject: "Code by text message",
    html: "",
    ...message,
    attempts: 1,
    createdAt: now,
    settledAt: now,
  });
}

/** A subject is one line: a line break in it would start a new header. */
function oneLine(subject: string): string {
  return cutCharacters(cleanText(subject).replace(/\s+/g, " ").trim(), 200);
}
