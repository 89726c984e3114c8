import { href, Link } from "react-router";
import { methodOf } from "#app/values/icalendar.ts";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Attachments } from "./attachments.tsx";
import { isForOwner, isReminderEmail, isTextMessage } from "./kinds.ts";
import type { AttachedDocument, Email } from "./model.ts";

type ShownEmail = Omit<Email, "html">;

/** To whom it went: a client's page, but for text messages and the owner's own notices. */
export function Recipient({
  email: { kind, recipient },
}: {
  email: Pick<Email, "kind" | "recipient">;
}) {
  if (isTextMessage(kind) || isForOwner(kind)) return recipient;
  return (
    <Link className="link tall" to={href("/admin/clients/:email", { email: recipient })}>
      {recipient}
    </Link>
  );
}

/** What an email is about, what went with it, and how that went. */
export function EmailFacts({
  email,
  recordName,
  attached,
}: {
  email: ShownEmail;
  recordName: string | null;
  attached: readonly AttachedDocument[];
}) {
  const about = recordOf(email);
  return (
    <FactLines>
      {isReminderEmail(email.kind) && <Fact term="Sent by">Automatic reminders</Fact>}
      {about && (
        <Fact term="About">
          <Link className="link" to={about.to}>
            {recordName ? `${about.label}: ${recordName}` : about.label}
          </Link>
        </Fact>
      )}
      {attached.length > 0 && (
        <Fact term="Attached">
          <Attachments attached={attached} />
        </Fact>
      )}
      {email.invitation && (
        <Fact term="Invitation">
          {methodOf(email.invitation) === "CANCEL"
            ? "Takes it out of their calendar"
            : "For their calendar, which then follows every change"}
        </Fact>
      )}
      <Fact term={email.settledAt ? settledLabels[email.state] : "Written"}>
        <When at={email.settledAt ?? email.createdAt} />
      </Fact>
      {email.attempts > 1 && <Fact term="Attempts">{String(email.attempts)}</Fact>}
      {email.lastError && (
        <Fact term={email.held || email.state === "expired" ? "Why" : "Last error"}>
          {email.lastError}
        </Fact>
      )}
    </FactLines>
  );
}

const settledLabels: Record<Email["state"], string> = {
  queued: "Tried",
  sending: "Tried",
  sent: "Delivered",
  captured: "Saved",
  failed: "Given up",
  expired: "Expired",
};

function recordOf({
  quoteId,
  salesInvoiceId,
  amebBookingId,
  appointmentId,
  contactMessageId,
  subscriberId,
}: ShownEmail): { label: string; to: string } | null {
  if (salesInvoiceId)
    return {
      label: "Invoice",
      to: href("/admin/money/invoices/:id", { id: salesInvoiceId }),
    };
  if (quoteId) return { label: "Quote", to: href("/admin/quotes/:id", { id: quoteId }) };
  if (appointmentId)
    return { label: "Appointment", to: href("/admin/diary/:id", { id: appointmentId }) };
  if (amebBookingId)
    return {
      label: "AMEB booking",
      to: href("/admin/ameb-bookings/:id", { id: amebBookingId }),
    };
  if (contactMessageId)
    return {
      label: "Message",
      to: `${href("/admin/inbox/:id", { id: contactMessageId })}?show=all`,
    };
  return subscriberId ? { label: "Newsletter", to: href("/admin/newsletter") } : null;
}
