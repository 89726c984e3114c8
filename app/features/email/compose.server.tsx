import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { answerEnquiry } from "#app/features/intake/answered.server.ts";
import {
  recordSubmission,
  type SubmissionIdentity,
} from "#app/features/intake/submission.server.ts";
import { ComposedEmail } from "./composed-email.tsx";
import type { AboutKind } from "./model.ts";
import { queueEmails } from "./outbox.server.ts";
import { ownerEmail } from "./owner.server.ts";
import { fill } from "./placeholders.ts";
import { getEmailRecord } from "./records.server.ts";
import type { ComposedEmailInput } from "./schema.ts";

/** How the same email sent twice is recognised; without a key every one is new. */
export type EmailSubmission = Pick<SubmissionIdentity, "kind" | "key">;

/** Only `sent` sends. `gone`: the record does not exist; `other`: the key belongs to another email. */
export type ComposedEmailResult = "sent" | "repeated" | "gone" | "other";

type About = { kind: AboutKind; id: string };

/** Queues an email that the owner wrote, its placeholders filled from the record as it is now. */
export function sendComposedEmail(
  db: Db,
  by: Administrator,
  input: ComposedEmailInput,
  about: About | null,
  { kind, key }: EmailSubmission,
  now = new Date(),
): Promise<ComposedEmailResult> {
  return db.transaction(async (tx) => {
    const found = about && (await getEmailRecord(tx, by, about));
    if (about && !found) return "gone";
    if (key) {
      const identity = { form: `email of ${by.userId}`, kind, key, content: { input, about } };
      const submission = await recordSubmission(tx, identity, now);
      if (submission !== "new") return submission;
    }
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
    if (about?.kind === "inbox") await answerEnquiry(tx, by.email, about.id, now);
    const label = `${subject} to ${input.recipientEmail}`;
    const entry = { actor: by.email, action: "wrote", subject: { kind: "letter", label } } as const;
    await recordActivity(tx, entry, now);
    return "sent";
  });
}
