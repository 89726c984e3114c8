import { href, Link } from "react-router";
import { RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { recordPages } from "#app/ui/admin/record-pages.ts";
import { When } from "#app/ui/admin/when.tsx";
import { LinkedRow } from "#app/ui/admin/list.tsx";
import { WithWholeNumbers } from "#app/ui/admin/line-breaks.tsx";
import {
  type AttachedDocument,
  type Email,
  emailStateLabels,
  isReminderEmail,
  isForOwner,
  isTextMessage,
} from "#app/features/email/model.ts";
import { methodOf } from "#app/values/icalendar.ts";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";

const tones = {
  queued: "waiting",
  sending: "waiting",
  sent: "good",
  captured: "quiet",
  failed: "bad",
  expired: "quiet",
} as const;

function EmailState({ email }: { email: Pick<Email, "state"> }) {
  return <Badge tone={tones[email.state]}>{emailStateLabels[email.state]}</Badge>;
}

type EmailRowProps = {
  email: Email;
  name: string | undefined;
  attached: readonly AttachedDocument[];
  /** The owner's own email address; `only`: every email in the list went to it. */
  own: { address: string; only: boolean };
};

export function EmailRow({ email, name, attached, own }: EmailRowProps) {
  return (
    <LinkedRow>
      {!own.only && (
        <td data-place="title" className="wrap-anywhere xl:min-w-44">
          {email.recipient === own.address ? (
            <span className="font-semibold">You</span>
          ) : (
            <Recipient email={email.recipient} name={name} />
          )}
        </td>
      )}
      <td data-place={own.only ? "title" : "line"}>
        <div className="min-w-0">
          <Link className="link" data-open="" to={href("/admin/sent-mail/:id", { id: email.id })}>
            <WithWholeNumbers>{email.subject}</WithWholeNumbers>
          </Link>
          {isReminderEmail(email.kind) && (
            <span className="block text-base text-soft">Automatic reminder</span>
          )}
          <Attachments attached={attached} isQuiet />
        </div>
      </td>
      <td data-place="below">
        <span>
          <EmailState email={email} />
          {email.lastError && (
            <span className="block text-base text-soft wrap-anywhere">{email.lastError}</span>
          )}
        </span>
      </td>
      <td data-place="amount" className="text-soft [&>time]:first-letter:uppercase">
        <When at={email.createdAt} />
      </td>
    </LinkedRow>
  );
}

function Recipient({ email, name }: { email: string; name: string | undefined }) {
  if (!name) return <span className="font-semibold">{email}</span>;
  return (
    <>
      <span className="font-semibold">{name}</span>{" "}
      <span className="text-base text-soft max-md:sr-only xl:block">{email}</span>
    </>
  );
}

type Props = {
  attached: readonly AttachedDocument[];
  isQuiet?: boolean;
};

/** Fingers need 44 px. */
const quietClass =
  "inline-block text-sm whitespace-nowrap text-soft underline-offset-4 " +
  "hover:underline focus-visible:underline pointer-coarse:min-h-11 pointer-coarse:content-center";

function Attachments({ attached, isQuiet = false }: Props) {
  const { mayOpen } = useAccess();
  if (attached.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {attached.map(({ fileName, path }) => (
        <li key={path}>
          {mayOpen(path) ? (
            <a className={isQuiet ? quietClass : "link tall whitespace-nowrap"} href={path}>
              {fileName}
            </a>
          ) : (
            fileName
          )}
        </li>
      ))}
    </ul>
  );
}

type ShownEmail = Omit<Email, "html">;

type FactsProps = {
  email: ShownEmail;
  isOwn: boolean;
  recordName: string | null;
  attached: readonly AttachedDocument[];
};

function LinkedRecipient({
  email: { kind, recipient },
  isOwn,
}: Pick<FactsProps, "email" | "isOwn">) {
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
    ["To", <LinkedRecipient key="to" email={email} isOwn={isOwn} />],
    ["Sent", <When key="sent" at={email.createdAt} />],
    ["Status", <EmailState key="status" email={email} />],
    ["Sent by", isReminderEmail(email.kind) && "Automatic reminders"],
    [
      "About",
      about && (
        <RecordLink key="about" className="link" to={about.to}>
          <WithWholeNumbers>
            {recordName ? `${about.label}: ${recordName}` : about.label}
          </WithWholeNumbers>
        </RecordLink>
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
  const { appointment, booking, invoice, message, quote } = recordPages;
  if (salesInvoiceId) return { label: "Invoice", to: invoice(salesInvoiceId) };
  if (quoteId) return { label: "Quote", to: quote(quoteId) };
  if (appointmentId) return { label: "Appointment", to: appointment(appointmentId) };
  if (amebBookingId) return { label: "AMEB booking", to: booking(amebBookingId) };
  if (contactMessageId) return { label: "Message", to: `${message(contactMessageId)}?show=all` };
  return subscriberId ? { label: "Newsletter", to: href("/admin/newsletter") } : null;
}
