import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import {
  recordSubmission,
  type SubmissionIdentity,
  recordId,
} from "#app/features/intake/submission.server.ts";
import { contactMessages, emailTemplates, emails } from "#app/server/database/tables.server.ts";
import { ComposedEmail } from "./composed-email.tsx";
import type { AboutKind, EmailTemplate } from "./model.ts";
import { queueEmails } from "./outbox.server.ts";
import { ownerEmail } from "./owner.server.ts";
import { fill } from "./placeholders.ts";
import { getEmailRecord } from "./records.server.ts";
import type { ComposedEmailInput, TemplateInput } from "./schema.ts";

/** By what a second sending of one letter is known, as {@link recordSubmission} has it. Without a key each is another. */
export type EmailSubmission = Pick<SubmissionIdentity, "kind" | "key">;

/** `gone`: the record is no more; `other`: a call's key was used for another letter. Neither sends anything, nor does `repeated`. */
export type ComposedEmailResult = "sent" | "repeated" | "gone" | "other";

/**
 * Queues a letter of the owner's, once for each sending. Its placeholders are filled from the record
 * it is about, as that stands now, and it is kept with that record.
 */
export function sendComposedEmail(
  db: Db,
  by: Administrator,
  input: ComposedEmailInput,
  about: { kind: AboutKind; id: string } | null,
  { kind, key }: EmailSubmission,
  now = new Date(),
): Promise<ComposedEmailResult> {
  return db.transaction(async (tx) => {
    const found = about && (await getEmailRecord(tx, by, about));
    if (about && !found) return "gone";
    const claimed = key
      ? await recordSubmission(
          tx,
          { form: `letter of ${by.userId}`, kind, key, content: { input, about } },
          now,
        )
      : "new";
    if (claimed !== "new") return claimed;
    const record = found?.record ?? {};
    const subject = fill(input.subject, record);
    await queueEmails(tx, {
      kind: "composed",
      recipient: input.recipientEmail,
      replyTo: ownerEmail(),
      subject,
      body: <ComposedEmail body={fill(input.body, record)} />,
      ...(about?.kind === "quotes" && { invoiceId: about.id }),
      ...(about?.kind === "ameb-bookings" && { amebBookingId: about.id }),
      ...(about?.kind === "inbox" && { contactMessageId: about.id }),
    });
    if (about?.kind === "inbox") {
      const [answered] = await tx
        .update(contactMessages)
        .set({ state: "answered" })
        .where(and(eq(contactMessages.id, about.id), eq(contactMessages.state, "new")))
        .returning();
      if (answered)
        await recordActivity(
          tx,
          {
            actor: by.email,
            action: "changed",
            subject: { kind: "message", id: answered.id, label: answered.name },
            before: { state: "new" },
            after: { state: "answered" },
          },
          now,
        );
    }
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "wrote",
        subject: { kind: "letter", label: `${subject} to ${input.recipientEmail}` },
      },
      now,
    );
    return "sent";
  });
}

/** Brings a failed letter back to the queue; false when it is not failed (any more). */
export function resendEmail(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [letter] = await tx
      .update(emails)
      .set({ state: "queued", settledAt: null })
      .where(and(eq(emails.id, id), eq(emails.state, "failed")))
      .returning();
    if (!letter) return false;
    await enqueue(tx, "letters", [{ letterId: id }]);
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "sent again",
        subject: { kind: "letter", id, label: `${letter.subject} to ${letter.recipient}` },
      },
      now,
    );
    return true;
  });
}

const subject = ({ id, name }: Pick<EmailTemplate, "id" | "name">) => ({
  kind: "template" as const,
  id,
  label: name,
});
const words = ({ name, subject: line, body }: TemplateInput) => ({ name, subject: line, body });

/** Keeps a new template. `key` is the rendered form's own: a second sending of the same words makes no second template. */
export function createTemplate(
  db: Db,
  by: Administrator,
  input: TemplateInput,
  now = new Date(),
  key = "",
): Promise<EmailTemplate> {
  return db.transaction(async (tx) => {
    const insert = (id: string) =>
      tx
        .insert(emailTemplates)
        .values({ id, ...words(input), createdAt: now })
        .onConflictDoNothing({ target: emailTemplates.id })
        .returning();
    const id = recordId(`template of ${by.userId}`, key, words(input));
    const [made] = await insert(id);
    const [kept] = made
      ? []
      : await tx
          .select()
          .from(emailTemplates)
          .where(and(eq(emailTemplates.id, id), isNull(emailTemplates.deletedAt)));
    if (kept) return kept;
    // What was made from this form and deleted since is made anew.
    const template = made ?? (await insert(randomUUID()))[0]!;
    await recordActivity(
      tx,
      { actor: by.email, action: "created", subject: subject(template), after: words(input) },
      now,
    );
    return template;
  });
}

export type TemplateUpdateResult = { ok: true } | { ok: false; reason: "not-found" | "changed" };

/** Changes a template that the owner saw as `version`; a later one stays as it is. */
export function updateTemplate(
  db: Db,
  by: Administrator,
  { id, version }: Pick<EmailTemplate, "id" | "version">,
  input: TemplateInput,
  now = new Date(),
): Promise<TemplateUpdateResult> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(emailTemplates)
      .where(and(eq(emailTemplates.id, id), isNull(emailTemplates.deletedAt)))
      .for("update");
    if (!before) return { ok: false, reason: "not-found" };
    if (before.version !== version) return { ok: false, reason: "changed" };
    await tx
      .update(emailTemplates)
      .set({ ...words(input), version: sql`${emailTemplates.version} + 1` })
      .where(eq(emailTemplates.id, id));
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "changed",
        subject: subject({ id, name: input.name }),
        before: words(before),
        after: words(input),
      },
      now,
    );
    return { ok: true };
  });
}

/** Puts a template aside, from where it can be taken back; false when it is not there. */
export function deleteTemplate(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [template] = await tx
      .update(emailTemplates)
      .set({ deletedAt: now })
      .where(and(eq(emailTemplates.id, id), isNull(emailTemplates.deletedAt)))
      .returning();
    if (template)
      await recordActivity(
        tx,
        { actor: by.email, action: "deleted", subject: subject(template) },
        now,
      );
    return template !== undefined;
  });
}

/** Takes a deletion back; false when there is nothing to take back. */
export function restoreTemplate(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [template] = await tx
      .update(emailTemplates)
      .set({ deletedAt: null })
      .where(and(eq(emailTemplates.id, id), gt(emailTemplates.deletedAt, restorableSince(now))))
      .returning();
    if (template)
      await recordActivity(
        tx,
        { actor: by.email, action: "restored", subject: subject(template) },
        now,
      );
    return template !== undefined;
  });
}
