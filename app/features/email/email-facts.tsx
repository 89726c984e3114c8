import { href, Link } from "react-router";
import { methodOf } from "#app/values/icalendar.ts";
import { Fact } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Attachments } from "./attachments.tsx";
import { isReminderEmail, isTextMessage } from "./kinds.ts";
import type { AttachedDocument, Email } from "./model.ts";

type ShownEmail = Omit<Email, "html">;

/** To whom an email went, how that went, and what it is about. */
export function EmailFacts({
  email,
  attached,
}: {
  email: ShownEmail;
  attached: readonly AttachedDocument[];
}) {
  const about = recordOf(email);
  return (
    <dl className="border-t border-line">
      <Fact term="Recipient">
        {isTextMessage(email.kind) ? (
          email.recipient
        ) : (
          <Link className="link" to={href("/admin/clients/:email", { email: email.recipient })}>
            {email.recipient}
          </Link>
        )}
      </Fact>
      {isReminderEmail(email.kind) && <Fact term="Sent by">Automatic reminders</Fact>}
      {about && (
        <Fact term="About">
          <Link className="link" to={about.to}>
            {about.label}
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
      <Fact term="Sent">
        <When at={email.createdAt} />
      </Fact>
      {email.settledAt && (
        <Fact term={settledLabels[email.state]}>
          <When at={email.settledAt} />
        </Fact>
      )}
      <Fact term="Attempts">{String(email.attempts)}</Fact>
      {email.lastError && (
        <Fact term={email.held || email.state === "expired" ? "Why" : "Last error"}>
          {email.lastError}
        </Fact>
      )}
    </dl>
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
      label: "An invoice",
      to: href("/admin/money/invoices/:id", { id: salesInvoiceId }),
    };
  if (quoteId) return { label: "A quote", to: href("/admin/quotes/:id", { id: quoteId }) };
  if (appointmentId)
    return { label: "An appointment", to: href("/admin/diary/:id", { id: appointmentId }) };
  if (amebBookingId)
    return {
      label: "An AMEB booking",
      to: href("/admin/ameb-bookings/:id", { id: amebBookingId }),
    };
  if (contactMessageId)
    return {
      label: "A message",
      to: `${href("/admin/inbox/:id", { id: contactMessageId })}?show=all`,
    };
  return subscriberId ? { label: "The newsletter", to: href("/admin/newsletter") } : null;
}
