import { randomUUID } from "node:crypto";
import { data, useNavigation } from "react-router";
import { showInSentence } from "#app/features/diary/overlap-words.server.ts";
import { agreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import { InvoicePanel } from "#app/features/invoices/admin/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/invoices/panel.server.ts";
import { ActionOutcome } from "#app/features/quotes/admin/action-outcome.tsx";
import { CancelBooking } from "#app/features/quotes/admin/cancel-booking.tsx";
import { CreateInvoices } from "#app/features/quotes/admin/create-invoices.tsx";
import { EnquiryLink } from "#app/features/quotes/admin/enquiry-link.tsx";
import { QuoteActions } from "#app/features/quotes/admin/quote-actions.tsx";
import { QuotedEvent, QuoteFacts } from "#app/features/quotes/admin/quote-facts.tsx";
import { QuoteHeader } from "#app/features/quotes/admin/quote-header.tsx";
import { QuoteNotFound } from "#app/features/quotes/admin/quote-not-found.tsx";
import { QuoteHistory } from "#app/features/quotes/admin/quote-history.tsx";
import { OtherVersions } from "#app/features/quotes/admin/quote-versions.tsx";
import { SendQuoteForm } from "#app/features/quotes/admin/send-quote-form.tsx";
import { missingInvoices } from "#app/features/quotes/create-invoices.server.tsx";
import { reversibleDecision } from "#app/features/quotes/decisions.server.ts";
import { beginQuoteEmail } from "#app/features/quotes/email-preview.server.tsx";
import { eventOverlaps } from "#app/features/quotes/diary.server.ts";
import { isOpen, quoteState } from "#app/features/quotes/model.ts";
import {
  getEnquiry,
  getQuote,
  getQuoteHistory,
  getVersions,
} from "#app/features/quotes/queries.server.ts";
import { quoteToasts, isQuoteIntent } from "#app/features/quotes/toasts.ts";
import { getReminderStatus } from "#app/features/reminders/pause.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { DetailColumns } from "#app/ui/admin/detail-columns.tsx";
import { hasEnded } from "#app/values/calendar.ts";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/quote";
import { currentAdministrator } from "./administrator.server.ts";
import { answerQuoteAction } from "./quote-actions.server.ts";

export const handle = { title: "Quote Details" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  try {
    const quote = await getQuote(db, by, params.id);
    if (!quote) return data({ found: null, failed: false }, 404);
    const state = quoteState(quote, new Date());
    const history = await getQuoteHistory(db, by, quote.id);
    const { sending, email } = await beginQuoteEmail(db, by, quote, history.events);
    const found = {
      quote,
      state,
      isPast: quote.eventDate !== null && hasEnded(quote.eventDate, new Date()),
      reversible: (await reversibleDecision(db, by, quote)) !== null,
      versions: await getVersions(db, by, quote),
      money: await agreementMoney(db, by, quote.id),
      missing: state === "accepted" ? await missingInvoices(db, by, quote) : 0,
      overlaps: isOpen(quote) ? showInSentence(await eventOverlaps(db, quote)) : null,
      panel: await getInvoicesPanel(db, by, { quoteId: quote.id }),
      enquiry: quote.enquiryId && (await getEnquiry(db, by, quote.enquiryId)),
      sending,
      email: state === "draft" || state === "pending" ? email : null,
      reminders: await getReminderStatus(db, by, { kind: "quote", id: quote.id }),
      sendKey: randomUUID(),
      history,
    };
    return data({ found, failed: false });
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return data({ found: null, failed: true }, 503);
  }
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerQuoteAction(request, currentAdministrator(context), params.id);
}

export async function clientAction({
  request,
  params: { id },
  serverAction,
}: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = form.get("intent");
  if (isQuoteIntent(intent)) return withToasts(serverAction, quoteToasts[intent], id);
  const decision = String(form.get("decision"));
  const words = {
    loading: "Updating status...",
    success: { title: `Quote status updated to ${decision}` },
    failure: { title: `Failed to update quote status to ${decision}` },
  };
  return withToasts(serverAction, words, id);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function QuoteDetails({
  loaderData: { found, failed },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!found) return <QuoteNotFound failed={failed} />;
  const { quote, email, enquiry, panel } = found;
  const isDraft = found.state === "draft";
  return (
    <article className="group/quote flex flex-col gap-8">
      <QuoteHeader quote={quote} state={found.state} events={found.history.events}>
        <QuoteActions {...found} busy={busy} />
      </QuoteHeader>
      <RemindersAhead status={found.reminders} busy={busy} />
      <ActionOutcome id={quote.id} outcome={actionData} />
      <OtherVersions versions={found.versions} />
      <DetailColumns
        side={
          <>
            {isDraft && <QuotedEvent quote={quote} />}
            <QuoteFacts quote={quote} enquiry={enquiry && <EnquiryLink enquiry={enquiry} />} />
            <QuoteHistory {...found.history} state={found.state} clientEmail={quote.clientEmail} />
          </>
        }
      >
        {email && (
          <SendQuoteForm
            key={[quote.updatedAt, quote.sentAt].map(Number).join()}
            quote={quote}
            sending={found.sending}
            email={email}
            sendKey={found.sendKey}
            posted={actionData}
            busy={busy}
          />
        )}
        {(found.state === "accepted" || panel.invoices.length > 0) && (
          <InvoicePanel panel={panel}>
            {found.missing > 0 && (
              <CreateInvoices quote={quote} missing={found.missing} busy={busy} />
            )}
          </InvoicePanel>
        )}
        {!isDraft && <QuotedEvent quote={quote} />}
        {found.state === "accepted" && <CancelBooking {...found} posted={actionData} busy={busy} />}
      </DetailColumns>
    </article>
  );
}
