import { randomUUID } from "node:crypto";
import { data, href, Link, useNavigation } from "react-router";
import { InvoicedSessions } from "#app/features/diary/admin/invoiced-sessions.tsx";
import { listSessionsOf } from "#app/features/diary/owner-invoices.server.ts";
import { Corrections } from "#app/features/invoices/admin/corrections.tsx";
import { InvoiceDetailsForm } from "#app/features/invoices/admin/details-form.tsx";
import { DraftForm } from "#app/features/invoices/admin/draft-form.tsx";
import { InvoiceDetails, InvoiceLines } from "#app/features/invoices/admin/invoice-details.tsx";
import { InvoiceHeader } from "#app/features/invoices/admin/invoice-header.tsx";
import { InvoiceHistory } from "#app/features/invoices/admin/invoice-history.tsx";
import { InvoiceActions } from "#app/features/invoices/admin/invoice-actions.tsx";
import { PaymentEntries } from "#app/features/invoices/admin/payment-entries.tsx";
import { PaymentForms } from "#app/features/invoices/admin/payment-forms.tsx";
import { listPdfs } from "#app/features/invoices/documents.server.ts";
import { gstIfIssued } from "#app/features/invoices/issue-draft.server.ts";
import { RefundQuestion } from "#app/features/invoices/admin/refund-question.tsx";
import { getInvoiceHistory } from "#app/features/invoices/history.server.ts";
import { invoiceState, isToSend } from "#app/features/invoices/model.ts";
import { findHeldReminders } from "#app/features/invoices/reminder-hold.server.ts";
import { getInvoice } from "#app/features/invoices/queries.server.ts";
import {
  type InvoiceFormState,
  invoiceToasts,
  isInvoiceIntent,
} from "#app/features/invoices/toasts.ts";
import { getReminderStatus } from "#app/features/reminders/pause.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { DetailColumns } from "#app/ui/admin/detail-columns.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/invoice";
import { currentAdministrator } from "./administrator.server.ts";
import { answerInvoiceAction } from "./invoice-actions.server.ts";

export const handle = { title: "Invoice" };

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  try {
    const invoice = await getInvoice(db, by, id);
    if (!invoice) return data({ found: null, failed: false }, 404);
    const today = melbourneDay(new Date());
    const found = {
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
    return data({ found, failed: false });
  } catch (error) {
    log.error({ err: error }, "invoice not loaded");
    return data({ found: null, failed: true }, 503);
  }
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerInvoiceAction(request, currentAdministrator(context), params.id);
}

export async function clientAction({
  request,
  params: { id },
  serverAction,
}: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  const toasts = invoiceToasts[isInvoiceIntent(intent) ? intent : "payment"];
  return withToasts<InvoiceFormState>(serverAction, toasts, id);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function InvoiceInAdmin({
  loaderData: { found, failed },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!found)
    return (
      <div className="flex flex-col items-start gap-4">
        {failed && <p role="alert">Failed to load the invoice.</p>}
        <p className="display-3 font-display">Invoice not found.</p>
        <Link to={href("/admin/money")} className="button quiet">
          Back to Money
        </Link>
      </div>
    );
  const { invoice, state, history } = found;
  const forms = { invoice, state, posted: actionData, busy };
  // Recorded money or a correction resets the forms; other actions don't.
  const recorded = [state, invoice.payments.length, invoice.credited].join(" ");
  const isUnsent = isToSend(invoice, state, history.wasSent);
  const lines = <InvoiceLines invoice={invoice} state={state} gst={found.gst} />;
  return (
    <article className="flex flex-col gap-8">
      <InvoiceHeader invoice={invoice} state={state} wasSent={history.wasSent}>
        <InvoiceActions {...forms} wasSent={history.wasSent} formKey={found.formKey} />
      </InvoiceHeader>
      <RemindersAhead status={found.reminders} held={found.held} isUnsent={isUnsent} busy={busy} />
      {actionData?.message && (
        <FormMessage key={actionData.message} ok={actionData.ok}>
          {actionData.message}
        </FormMessage>
      )}
      <DetailColumns
        side={
          <>
            <InvoiceDetails invoice={invoice} pdfs={found.pdfs} />
            <InvoiceDetailsForm key={invoice.version} {...forms} today={found.today} />
            <InvoiceHistory {...history} {...invoice} />
          </>
        }
      >
        <div key={recorded} className="flex min-w-0 flex-col gap-8">
          {state === "draft" && <DraftForm {...forms} today={found.today} />}
          {isUnsent && lines}
          {state === "refunded" && <RefundQuestion {...forms} />}
          <PaymentForms
            {...forms}
            wasSent={history.wasSent}
            today={found.today}
            formKey={found.formKey}
          />
          <PaymentEntries {...forms} payments={invoice.payments} />
          {!isUnsent && lines}
          <InvoicedSessions sessions={found.sessions} isVoid={state === "void"} />
          <Corrections {...forms} isKnown={history.wasSent || invoice.quoteId !== null} />
        </div>
      </DetailColumns>
    </article>
  );
}
