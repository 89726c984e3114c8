import { href, Link, Form } from "react-router";
import { agreedRows, buyerText, documentLines } from "#app/features/invoices/document-texts.ts";
import {
  type InvoiceState,
  restOf,
  type Payment,
  paymentKind,
  paymentMethodLabels,
} from "#app/features/invoices/model.ts";
import type { InvoiceRecord } from "#app/features/invoices/queries.server.ts";
import { EmailInParts } from "#app/ui/admin/line-breaks.tsx";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/ui/admin/access.tsx";
import {
  ChangeLines,
  emailEntry,
  Timeline,
  type TimelineEntry,
} from "#app/routes/admin/timeline.tsx";
import { invoiceWords, draftDueSchema, newInvoiceLimits } from "#app/features/invoices/schema.ts";
import type { InvoiceEntries } from "#app/features/invoices/history.server.ts";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import type { InvoiceFormsProps } from "./payments.tsx";
import type { Entry } from "#app/features/diary/model.ts";

/** `gst`: what a draft would include if issued today. */
type LinesProps = { invoice: InvoiceRecord; state: InvoiceState; gst: Cents | null };

type DetailsProps = {
  invoice: InvoiceRecord;
  pdfs: readonly { id: string; drawnAt: Date }[];
};

export function InvoiceDetails({ invoice, pdfs }: DetailsProps) {
  const { buyerEmail, issuedOn, dueOn, voidedAt, reference, note } = invoice;
  const { purchaseOrder, copyEmail } = invoice;
  const { quoteId, amebBookingId, corrects, creditNotes } = invoice;
  const facts: FactEntry[] = [
    ["Buyer", buyerText(invoice)],
    ["Email", client(buyerEmail)],
    ["Copy to", copyEmail && inParts(copyEmail)],
    ["Their order number", purchaseOrder],
    ["Issued", onDay(issuedOn)],
    ["Due", onDay(dueOn)],
    ["Voided", voidedAt && atInstant(voidedAt)],
    ["Bank reference", reference],
    ["Quote", quoteId && onward(href("/admin/quotes/:id", { id: quoteId }), "View quote")],
    [
      "AMEB booking",
      amebBookingId &&
        onward(href("/admin/ameb-bookings/:id", { id: amebBookingId }), "View booking"),
    ],
    ["Corrects", corrects && linkTo(corrects)],
    ["Credit notes", creditNotes.length > 0 && listOf(creditNotes)],
    ["PDFs", pdfs.length > 1 && pdfs.map((pdf) => pdfLink(invoice.id, pdf))],
    ["Note", agreedRows(note) ? null : note],
  ];
  return (
    <section aria-label="Facts">
      <KnownFacts facts={facts} />
    </section>
  );
}

const atInstant = (instant: Date) => <When at={instant} />;
const onDay = (day: string | null) => day && <OnDay day={day} />;

const onward = (to: string, text: string) => (
  <Link to={to} className="link">
    {text}
  </Link>
);

const linkTo = ({ id, number }: Pick<InvoiceRecord, "id" | "number">) =>
  onward(href("/admin/money/invoices/:id", { id }), number ?? "Draft");

const listOf = (creditNotes: InvoiceRecord["creditNotes"]) =>
  creditNotes.map((creditNote) => (
    <span key={creditNote.id} className="block">
      {linkTo(creditNote)} for {formatMoney(creditNote.total)}
    </span>
  ));

const inParts = (email: string) => <EmailInParts email={email} />;

const pdfLink = (id: string, { id: pdfId, drawnAt }: DetailsProps["pdfs"][number]) => (
  <a
    key={pdfId}
    href={href("/admin/money/invoices/:id/pdfs/:pdfId", { id, pdfId })}
    className="link block"
  >
    Of <When at={drawnAt} />
  </a>
);

const client = (email: string) =>
  email && (
    <>
      <span className="block text-balance">
        <EmailInParts email={email} />
      </span>
      <Link to={href("/admin/clients/:email", { email })} className="link block">
        Client history
      </Link>
    </>
  );

export function InvoiceLines({ invoice, state, gst }: LinesProps) {
  const { total, paid, credited } = invoice;
  const rest = restOf(invoice);
  const counts = state !== "draft" && state !== "void" && state !== "credit-note";
  const isTouched = counts && (paid !== 0 || credited !== 0);
  const sums: readonly (readonly [string, Cents, boolean])[] = [
    ["Total", total, true],
    [state === "draft" ? "GST when issued today" : "GST included", gst ?? 0, gst !== null],
    ["Credited", -credited, counts && credited !== 0],
    ["Paid", -paid, counts && paid !== 0],
    [rest < 0 ? "Overpaid" : "Left to pay", Math.abs(rest), isTouched],
  ];
  const shown = sums.filter(([, , isShown]) => isShown);
  // The main figure: the rest, or the total if nothing changed it.
  const [main] = isTouched ? shown.at(-1)! : shown[0]!;
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="display-3 mb-2">
        Lines
      </h2>
      <ul>
        {documentLines(invoice).map(({ text, amount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never move
          <li key={index} className={`${row} border-b border-line py-2 last:border-b-0`}>
            <span className="whitespace-pre-line wrap-anywhere">
              {text ? unbrokenRanges(text) : "N/A"}
            </span>
            <span className="tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 border-y-2 border-brass py-2">
        {shown.map(([label, amount]) => (
          <div
            key={label}
            className={`${row} py-1 ${label === main ? "font-display text-2xl" : "text-soft"}`}
          >
            <dt>{label}</dt>
            <dd className="tabular-nums">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <Agreed note={invoice.note} />
    </section>
  );
}

const row = "flex items-baseline justify-between gap-6";

function Agreed({ note }: { note: string }) {
  const rows = agreedRows(note);
  if (!rows) return null;
  return (
    <div className="mt-5 text-base text-soft">
      {rows.length > 1 && <h3 className="mb-1 text-lg text-ink">What was agreed</h3>}
      <dl>
        {rows.map(([text, amount], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never move
          <div key={index} className={`${row} py-0.5`}>
            <dt className="wrap-anywhere">{unbrokenRanges(text)}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type HistoryProps = Pick<InvoiceEntries, "changes" | "emails"> &
  Pick<InvoiceRecord, "payments" | "createdAt" | "createdBy">;

/** Payments come from their table: the log's entries about them end after two years. */
export function InvoiceHistory({ changes, emails, payments, createdAt, createdBy }: HistoryProps) {
  const own = useOwnEmail();
  const nameOf = (actor: string) => actorInWords(actor, "invoice", own);
  const entries: TimelineEntry[] = [
    ...changes
      .filter(({ action }) => !paymentActions.has(action))
      .map((change) => ({
        key: `change ${change.id}`,
        at: change.at,
        what: <Change change={change} />,
        by: nameOf(change.actor),
        // Its transaction may have begun the email a moment earlier.
        first: change.action === "issued",
      })),
    ...payments.map((payment) => ({
      key: `payment ${payment.id}`,
      at: payment.at,
      what: <Money payment={payment} />,
      by: nameOf(payment.actor),
    })),
    ...emails.map((sent) => emailEntry(sent)),
  ];
  return (
    <Timeline entries={entries}>
      <li>
        Created
        <span className="block text-sm text-soft">
          {nameOf(createdBy)}, <When at={createdAt} />
        </span>
      </li>
    </Timeline>
  );
}

const paymentActions: ReadonlySet<string> = new Set([
  "recorded a payment for",
  "recorded a refund of",
  "undid a payment for",
  "undid a refund of",
]);

function Money({ payment }: { payment: Payment }) {
  const { amount, method, paidOn, reason } = payment;
  return (
    <>
      {paymentKind(payment)}: {formatMoney(Math.abs(amount))}
      <span className="block text-base text-soft">
        {paymentMethodLabels[method] ?? method}, <OnDay day={paidOn} />
      </span>
      {reason && <span className="block whitespace-pre-line text-base">{reason}</span>}
    </>
  );
}

/** Stored actions are verbs before the name of the invoice. */
const actions: Readonly<Record<string, string>> = {
  emailed: "Emailed",
  "changed the details of": "Details changed",
  reminded: "Reminder sent",
  "asked for a reminder about": "Reminder sent anyway",
  "paused reminders about": "Reminders paused",
  "resumed reminders about": "Reminders resumed",
  "confirmed what was typed for": "Stripe confirmed what you'd typed",
};

function Change({ change }: { change: InvoiceEntries["changes"][number] }) {
  const { action } = change;
  const said = actions[action] ?? action.charAt(0).toUpperCase() + action.slice(1);
  if (action === "issued") return said;
  return (
    <>
      {said}
      <ChangeLines change={change} words={invoiceWords} className="text-base" />
    </>
  );
}

type DraftFormProps = InvoiceFormsProps & { today: string };

export function DraftForm({ invoice, today, posted }: DraftFormProps) {
  const answer = posted?.intent === "issue" ? posted : undefined;
  // A balance's due day depends on its event.
  const usual = invoice.kind === "balance" ? "" : addDays(today, newInvoiceLimits.dueDays);
  const { form, summary, field } = usePostedForm(draftDueSchema, answer);
  return (
    <section aria-labelledby="issue" className="flex flex-col items-start gap-4">
      <h2 id="issue" className="display-3">
        Issue this invoice
      </h2>
      {invoice.kind === "balance" && (
        <p className="max-w-prose">
          The event has no date yet, so the balance has no due date. Choose one.
        </p>
      )}
      <Form className="flex flex-col gap-4 md:flex-row md:flex-wrap md:gap-x-6" {...form}>
        <input type="hidden" name="intent" value="issue" />
        <div className="w-full empty:hidden">{summary}</div>
        <div className="w-56">
          <Field
            {...field("dueOn", invoice.dueOn ?? usual)}
            label="Due"
            type="date"
            min={addDays(today, 1)}
          />
        </div>
        {/* Beside the date, below its label. */}
        <div className="no-print flex flex-wrap content-start gap-2 max-sm:*:grow md:mt-8.5">
          <SubmitButton loading={issuing} className="button min-h-11! px-4!">
            Issue and Send
          </SubmitButton>
          <SubmitButton
            name="email"
            value="no"
            loading={issuing}
            className="button quiet min-h-11! px-4!"
          >
            Issue without Sending
          </SubmitButton>
        </div>
      </Form>
      <ConfirmedAction
        id="ask-discard"
        label="Discard Draft"
        className="link no-print min-h-11 w-fit cursor-pointer text-base"
        question="Discard this draft?"
        yes="Yes, discard draft"
        loading="Discarding the draft..."
        done="Draft discarded."
        values={{ intent: "discard" }}
      >
        <p>It has no number yet and nobody has seen it. This can't be undone.</p>
      </ConfirmedAction>
    </section>
  );
}

const issuing = "Issuing the invoice...";

type Session = Pick<Entry, "id" | "title" | "state" | "startsAt" | "student" | "clientName">;

type InvoicedSessionsProps = { sessions: readonly Session[]; isVoid: boolean };

export function InvoicedSessions({ sessions, isVoid }: InvoicedSessionsProps) {
  if (sessions.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2 font-display">Sessions</h2>
      <ul>
        {sessions.map(({ id, title, state, startsAt, student, clientName }) => (
          <li key={id} className="border-b border-line py-2 wrap-anywhere">
            <Link className="link" to={href("/admin/diary/:id", { id })}>
              {unbrokenRanges(`${title}, ${longDay(melbourneDay(startsAt))}`)}
            </Link>
            <span className="block text-base text-soft">{student || clientName}</span>
            {state === "no-show" && (
              <span className="block">
                Marked as a no-show.
                {!isVoid && " Void or credit this invoice if nothing is due."}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
