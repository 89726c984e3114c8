import { href, Link } from "react-router";
import { methodOf } from "#app/values/icalendar.ts";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { WithWholeNumbers } from "#app/ui/admin/with-whole-numbers.tsx";
import { Attachments } from "./attachments.tsx";
import { EmailState } from "./emails-table.tsx";
import { isForOwner, isReminderEmail, isTextMessage } from "./kinds.ts";
import type { AttachedDocument, Email } from "./model.ts";

type ShownEmail = Omit<Email, "html">;

type FactsProps = {
  email: ShownEmail;
  isOwn: boolean;
  recordName: string | null;
  attached: readonly AttachedDocument[];
};

function Recipient({ email: { kind, recipient }, isOwn }: Pick<FactsProps, "email" | "isOwn">) {
  if (isOwn) return "You";
  if (isTextMessage(kind) || isForOwner(kind)) return recipient;
  return (
    <Link className="link tall" to={href("/admin/clients/:email", { email: recipient })}>
      {recipient}
    </Link>
  );
}

export function EmailFacts({ email, isOwn, recordName, attached }: FactsProps) {
  const about = recordOf(email);
  const facts: FactEntry[] = [
    ["To", <Recipient key="to" email={email} isOwn={isOwn} />],
    ["Sent", <When key="sent" at={email.createdAt} />],
    ["Status", <EmailState key="status" email={email} />],
    ["Sent by", isReminderEmail(email.kind) && "Automatic reminders"],
    [
      "About",
      about && (
        <Link key="about" className="link" to={about.to}>
          <WithWholeNumbers>
            {recordName ? `${about.label}: ${recordName}` : about.label}
          </WithWholeNumbers>
        </Link>
      ),
    ],
    ["Attached", attached.length > 0 && <Attachments key="attached" attached={attached} />],
    ["Invitation", email.invitation && invitationWords(email.invitation)],
    [
      settledLabels[email.state],
      email.settledAt && !isAtOnce(email) && <When key="settled" at={email.settledAt} />,
    ],
    ["Attempts", email.attempts > 1 && String(email.attempts)],
    [email.held || email.state === "expired" ? "Why" : "Last error", email.lastError],
  ];
  return (
    <section>
      <h2 className="display-3 mb-3">Details</h2>
      <KnownFacts facts={facts} />
    </section>
  );
}

const invitationWords = (invitation: string) =>
  methodOf(invitation) === "CANCEL"
    ? "Takes it out of their calendar"
    : "For their calendar, which then follows every change";

/** Within a minute of its creation, which the page shows already. */
const isAtOnce = ({ createdAt, settledAt }: ShownEmail) =>
  Math.abs(Number(settledAt) - Number(createdAt)) < 60_000;

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
