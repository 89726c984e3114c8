import type { ReactElement } from "react";
import { render, toPlainText } from "@react-email/render";
import type { Db } from "#app/server/db.server.ts";
import { enqueue } from "#app/server/jobs.server.ts";
import { letters } from "#app/server/tables.server.ts";
import { textMessage } from "./model.ts";

type NewLetter = {
  kind: string;
  recipient: string;
  replyTo?: string;
  subject: string;
  body: ReactElement;
} & Partial<Pick<typeof letters.$inferInsert, "contactMessageId" | "invoiceId" | "amebBookingId" | "subscriberId" | "unsubscribeUrl">>;

/**
 * Writes a letter and its delivery into the caller's transaction: it goes out if, and only if, that commits.
 * The text part is the same words without the markup.
 */
export async function queueLetter(tx: Db, { body, subject, ...letter }: NewLetter): Promise<void> {
  const html = await render(body);
  const text = toPlainText(html);
  const [row] = await tx
    .insert(letters)
    .values({ ...letter, subject: oneLine(subject), html, text })
    .returning({ id: letters.id });
  await enqueue(tx, "letters", { letterId: row!.id });
}

/** Notes a text message that has left, or was captured, beside the letters. */
export async function noteText(db: Db, message: { recipient: string; text: string; state: "sent" | "captured" }, now = new Date()): Promise<void> {
  await db.insert(letters).values({ kind: textMessage, subject: "Code by text message", html: "", ...message, attempts: 1, createdAt: now, settledAt: now });
}

/** A subject is one line: a line break in it would start a new header. */
function oneLine(subject: string): string {
  return subject.replace(/\s+/g, " ").trim().slice(0, 200);
}
