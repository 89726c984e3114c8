import { randomUUID } from "node:crypto";
import { href, Form } from "react-router";
import type { ReactNode } from "react";
import {
  InvoicedSessions,
  InvoiceDetails,
  InvoiceLines,
  InvoiceHistory,
  DraftForm,
} from "./parts.tsx";
import { listSessionsOf } from "#app/features/appointments/session-invoices.server.ts";
import { InvoiceDetailsForm } from "#app/features/invoices/admin/details-form.tsx";
import { listPdfs } from "#app/features/invoices/documents.server.ts";
import { gstIfIssued } from "#app/features/invoices/issue.server.ts";
import { getInvoiceHistory } from "#app/features/invoices/history.server.ts";
import {
  invoiceState,
  isToSend,
  type Invoice,
  type InvoiceState,
  restOf,
} from "#app/features/invoices/model.ts";
import { findHeldReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { getInvoice } from "#app/features/invoices/queries.server.ts";
import type { InvoiceFormState } from "#app/features/invoices/commands.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { DetailColumns, BackLink } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { melbourneDay, withShortDays } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { OnDay, useToday } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { refundCreditSchema } from "#app/features/invoices/schema.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import {
  Corrections,
  PaymentForms,
  PaymentEntries,
  type InvoiceFormsProps,
  ReasonForm,
} from "./payments.tsx";
import type { Route } from "./+types/route";
import { answerInvoiceForms } from "./actions.server.ts";

export const handle = { title: "Invoice" };

const missing = {
  message: "Invoice not found.",
  back: { to: href("/admin/money"), label: "Back to Money" },
};

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  return loadRecord("Failed to load the invoice.", missing, async () => {
    const invoice = await getInvoice(db, by, id);
    if (!invoice) return null;
    const today = melbourneDay(new Date());
    return {
      invoice,
      state: invoiceState(invoice, today),
      history: await getInvoiceHistory(db, by, id),
      sessions: await listSessionsOf(db, by, id),
      reminders: await getReminderStatus(db, by, { kind: "invoice", id: invoice.id }),
      held: (await findHeldReminders(db, new Date(), invoice.id)).at(-1),
      pdfs: await listPdfs(db, by, id),
      gst: invoice.number ? invoice.gst : await gstIfIssued(db, invoice, today),
      today,
      formKey: randomUUID(),
    };
  });
}

export const action = answerInvoiceForms;

export const clientAction = showAnswer<InvoiceFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function InvoiceInAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { invoice, state, history, today, formKey } = loaderData;
  const forms = { invoice, state, posted: actionData };
  // Recorded money or a correction resets the forms; other actions don't.
  const recorded = [state, invoice.payments.length, invoice.credited].join(" ");
  const isUnsent = isToSend(invoice, state, history.wasSent);
  const lines = <InvoiceLines invoice={invoice} state={state} gst={loaderData.gst} />;
  return (
    <article className="flex flex-col gap-8">
      <InvoiceHeader invoice={invoice} state={state} wasSent={history.wasSent}>
        <InvoiceActions {...forms} wasSent={history.wasSent} formKey={formKey} />
      </InvoiceHeader>
      <RemindersAhead status={loaderData.reminders} held={loaderData.held} isUnsent={isUnsent} />
      {actionData?.message && (
        <FormMessage key={actionData.message} ok={actionData.ok}>
          {actionData.message}
        </FormMessage>
      )}
      <DetailColumns
        side={
          <>
            <InvoiceDetails invoice={invoice} pdfs={loaderData.pdfs} />
            <InvoiceDetailsForm key={invoice.version} {...forms} today={today} />
            <InvoiceHistory {...history} {...invoice} />
          </>
        }
      >
        <div key={recorded} className="flex min-w-0 flex-col gap-8">
          {state === "draft" && <DraftForm {...forms} today={today} />}
          {isUnsent && lines}
          {state === "refunded" && <RefundQuestion {...forms} />}
          <PaymentForms {...forms} wasSent={history.wasSent} today={today} formKey={formKey} />
          <PaymentEntries {...forms} payments={invoice.payments} />
          {!isUnsent && lines}
          <InvoicedSessions sessions={loaderData.sessions} isVoid={state === "void"} />
          <Corrections {...forms} isKnown={history.wasSent || invoice.quoteId !== null} />
        </div>
      </DetailColumns>
    </article>
  );
}

type StandingProps = { invoice: Invoice; state: InvoiceState; wasSent: boolean };

const headerClass = "grid items-center gap-x-6 xl:grid-cols-[auto_minmax(0,1fr)]";

function InvoiceHeader({ children, ...standing }: StandingProps & { children: ReactNode }) {
  const { invoice, state } = standing;
  const { number, title, buyerName, total } = invoice;
  const today = useToday();
  const rest = restOf(invoice);
  const isPart = state !== "void" && rest > 0 && rest < total;
  return (
    <header className={headerClass}>
      <div className="wrap-anywhere xl:col-span-full">
        <BackLink to={href("/admin/money")}>Back to Money</BackLink>
        <h1 className="display-3">
          {number ?? "Draft invoice"} <span className="text-soft">for {buyerName}</span>
        </h1>
        {title && <p className="mt-1">{unbroken(withShortDays(title, today))}</p>}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-display text-2xl tabular-nums">
          {formatMoney(isPart ? rest : total)}
        </span>
        {isPart && <span className="-ml-2 text-soft">left of {formatMoney(total)}</span>}
        <InvoiceBadge state={state} />
      </p>
      <p className="mt-1 text-balance text-soft wrap-anywhere xl:col-span-full">
        <Standing {...standing} />
      </p>
      {children}
    </header>
  );
}

function Standing({ invoice, state, wasSent }: StandingProps) {
  const { voidReason } = invoice;
  const rest = restOf(invoice);
  switch (state) {
    case "draft":
      return "Not issued yet: it has no number, and nobody has seen it.";
    case "void":
      return voidReason ? `It no longer counts: ${voidReason}` : "It no longer counts.";
    case "credit-note":
      return "It takes this amount off the invoice it corrects.";
    case "refunded":
      return `${formatMoney(invoice.returned ?? 0)} went back. It asks for nothing until you say why.`;
    case "credited":
      return "Credit notes took everything off. There's nothing to pay.";
    case "paid":
      return rest < 0 ? (
        <span className="font-semibold text-danger">
          Overpaid by {formatMoney(-rest)}. Send it back and record the refund.
        </span>
      ) : (
        "Nothing is left to pay."
      );
    default:
      return (
        <>
          {invoice.dueOn ? (
            <>
              {state === "overdue" ? "Was due" : "Due"} <OnDay day={invoice.dueOn} />
            </>
          ) : (
            `${formatMoney(rest)} to pay`
          )}
          {isToSend(invoice, state, wasSent) && (
            <>
              {" · "}
              <span className="font-semibold text-ink">not sent yet</span>
            </>
          )}
        </>
      );
  }
}

const small = "min-h-11! px-4!";
const quiet = `button quiet ${small}`;

const groupClass =
  "no-print mt-6 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap " +
  "xl:col-start-2 xl:row-start-2 xl:mt-2 xl:justify-end";

type ActionsProps = StandingProps & { formKey: string };

function InvoiceActions({ invoice, state, wasSent, formKey }: ActionsProps) {
  const { slug, number, buyerEmail } = invoice;
  if (!number || !slug) return null;
  const isClosed = state === "void" || state === "refunded";
  const isNote = state === "credit-note";
  const isSendable = buyerEmail !== "" && !isClosed;
  return (
    <div className={groupClass}>
      {isSendable && (
        <ConfirmedAction
          id="ask-send"
          label={wasSent ? "Send Again" : isNote ? "Send Credit Note" : "Send Invoice"}
          className={isToSend(invoice, state, wasSent) ? `button ${small}` : quiet}
          question={`Email ${number} to ${buyerEmail}?`}
          yes="Yes, send it"
          loading="Sending email..."
          values={{ intent: "send", [guardNames.key]: formKey }}
        >
          <p>
            {isNote
              ? "The email says what it takes off and what's left to pay, and has it attached as a PDF."
              : "The email says how to pay, and has the invoice attached as a PDF."}
          </p>
          {wasSent && <p>They've had it before.</p>}
        </ConfirmedAction>
      )}
      <ComposeButton kind="invoices" id={invoice.id} className={`${quiet} w-full`}>
        Compose Email
      </ComposeButton>
      <a
        href={href("/invoices/:slug", { slug })}
        target="_blank"
        rel="noopener noreferrer"
        className={quiet}
      >
        View Public Page<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a
        href={href("/invoices/:slug/invoice.pdf", { slug })}
        className={`${quiet} ${isSendable ? "" : "max-sm:col-span-2"}`}
      >
        Download PDF
      </a>
    </div>
  );
}

/** For a reported refund: the client is asked for nothing until the owner answers. */
function RefundQuestion({ invoice, posted }: InvoiceFormsProps) {
  const { number, returned = 0 } = invoice;
  const credited = formatMoney(Math.min(returned, restOf(invoice)));
  return (
    <section aria-labelledby="refund" className="no-print flex flex-col gap-3">
      <h2 id="refund" className="display-3">
        What was the refund for?
      </h2>
      <p>
        {formatMoney(returned)} went back and {number} is unpaid again. Until you answer, nobody is
        asked for it.
      </p>
      <ReasonForm
        intent="credit-refund"
        prefix="credit-refund-"
        label={`Called off, or costs less: credit ${credited}`}
        yes="Issue Credit Note"
        loading="Issuing credit note..."
        reasonHint="The credit note shows it."
        schema={refundCreditSchema}
        hidden={{ seen_returned: returned }}
        posted={posted}
      >
        <p>A credit note takes {credited} off this invoice. This can't be undone.</p>
      </ReasonForm>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen_returned" value={returned} />
        <SubmitButton
          name="intent"
          value="refund-again"
          loading="Saving..."
          className="link cursor-pointer"
        >
          It's to be paid again
        </SubmitButton>
      </Form>
    </section>
  );
}
