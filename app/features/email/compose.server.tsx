import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  recordSubmission,
  type SubmissionIdentity,
  answerEnquiry,
} from "#app/features/intake/submission.server.ts";
import { ComposedEmail } from "./composed-email.tsx";
import { missingFields } from "./fields.ts";
import type { EmailSource } from "./model.ts";
import { queueEmails, ownerEmail } from "./outbox.server.ts";
import { fill } from "./placeholders.ts";
import type { ComposedEmailInput } from "./schema.ts";

/** Recognises the same email sent twice; without a key every one is new. */
type EmailSubmission = Pick<SubmissionIdentity, "kind" | "key">;

/** Only `sent` sends. `gone`: no record; `other`: the key of another email; `missing`: gaps nobody has confirmed. */
type ComposedEmailResult = "sent" | "repeated" | "gone" | "other" | { missing: string[] };

/** Fills placeholders from the record as it is now. */
export function sendComposedEmail(
  db: Db,
  by: Administrator,
  { anyway, ...input }: ComposedEmailInput & { anyway?: boolean },
  about: EmailSource | null,
  { kind, key }: EmailSubmission,
  now = new Date(),
): Promise<ComposedEmailResult> {
  return db.transaction(async (tx) => {
    const found = about && (await about.read(tx));
    if (about && !found) return "gone";
    const record = found?.record ?? {};
    const missing = about && !anyway ? missingFields([input.subject, input.body], record) : [];
    if (missing.length > 0) return { missing };
    if (key) {
      const content = { input, about: about && { kind: about.kind, id: about.id } };
      const identity = { form: `email of ${by.userId}`, kind, key, content };
      const submission = await recordSubmission(tx, identity, now);
      if (submission !== "new") return submission;
    }
    // The page is the client's: nobody else gets its link.
    const isToClient = found?.recipientEmail.toLowerCase() === input.recipientEmail.toLowerCase();
    const subject = fill(input.subject, record);
    await queueEmails(tx, {
      kind: "composed",
      recipient: input.recipientEmail,
      replyTo: ownerEmail(),
      subject,
      body: (
        <ComposedEmail
          body={fill(input.body, record)}
          {...(isToClient && found?.page && { action: found.page })}
        />
      ),
      ...(about?.kind === "quotes" && { quoteId: about.id }),
      ...(about?.kind === "invoices" && { salesInvoiceId: about.id }),
      ...(about?.kind === "appointments" && { appointmentId: about.id }),
      ...(about?.kind === "ameb-bookings" && { amebBookingId: about.id }),
      ...(about?.kind === "inbox" && { contactMessageId: about.id }),
    });
    if (about?.kind === "inbox") await answerEnquiry(tx, by.email, about.id, now);
    const label = `${subject} to ${input.recipientEmail}`;
    const entry = { actor: by.email, action: "wrote", subject: { kind: "letter", label } } as const;
    await recordActivity(tx, entry, now);
    return "sent";
  });
}
