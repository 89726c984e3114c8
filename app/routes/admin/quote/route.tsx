import { randomUUID } from "node:crypto";
import { href, Link, redirect } from "react-router";
import { showInSentence, keysIn, saysOverlaps } from "#app/features/diary/overlaps.server.ts";
import { agreementMoney } from "#app/features/ledger/sale-invoices.server.ts";
import { InvoicePanel } from "#app/features/ledger/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/ledger/lists.server.ts";
import { missingInvoices, createInvoices } from "#app/features/quotes/acceptance.server.ts";
import {
  reversibleDecision,
  acceptOnBehalf,
  isRepeated,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
} from "#app/features/quotes/decisions.server.ts";
import {
  beginQuoteEmail,
  sendQuote,
  pauseQuoteReminders,
  resumeQuoteReminders,
} from "#app/features/quotes/sending.server.ts";
import { eventOverlaps } from "#app/features/quotes/diary.server.ts";
import { isOpen, quoteState, quoteStateLabels } from "#app/features/quotes/model.ts";
import {
  getEnquiry,
  getQuote,
  getQuoteHistory,
  getVersions,
} from "#app/features/quotes/queries.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { DetailColumns } from "#app/ui/admin/page.tsx";
import { hasEnded, melbourneDay, shortDay } from "#app/values/calendar.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { useToday } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { type ComposerState, missingFieldsToast } from "#app/features/email/model.ts";
import { issuingRefusals } from "#app/features/business/model.ts";
import { keyedText } from "#app/features/email/fields.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { cancelBooking, cancellationSays } from "#app/features/quotes/cancellation.server.tsx";
import type { AdminResult } from "#app/features/quotes/guard.server.ts";
import { beginNewVersion } from "#app/features/quotes/drafts.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { QuoteActions, OtherVersions, ActionOutcome, paidFirstMessage } from "./actions.tsx";
import {
  SendQuoteForm,
  CancelBooking,
  CreateInvoices,
  cancellationSchema,
  quoteEmailSchema,
} from "./forms.tsx";
import { QuotedEvent, QuoteFacts, QuoteHistory, QuoteHeader } from "./facts.tsx";
import type { Route } from "./+types/route";

/** `says`: what will happen, in sentences; `seen`: identifies the plan when it comes back. */
type CancellationState = FormState & { plan?: { says: string[]; seen: string } };

export type QuoteFormState = ComposerState & CancellationState;

const invoiceRefusals = {
  ...issuingRefusals,
  decided: "Not done: this quote isn't accepted.",
  unsettled: "Not done: the total of this quote and its details don't agree.",
};

const answerQuoteForms = answerForms<QuoteFormState>(
  {
    accepted: decisionAction("accepted", acceptOnBehalf),
    rejected: decisionAction("rejected", rejectQuote),
    withdraw: changeAction(withdrawQuote, {
      done: "Quote withdrawn.",
      failure: "Failed to withdraw the quote.",
      event: "withdrawn",
    }),
    reverse: changeAction(reverseDecision, {
      done: "Undone: the quote is open again.",
      failure: "Failed to reverse the decision.",
      event: "reopened",
    }),
    "pause-reminders": changeAction(pauseQuoteReminders, {
      done: "Reminders paused.",
      failure: "Failed to pause the reminders.",
    }),
    "resume-reminders": changeAction(resumeQuoteReminders, {
      done: "Reminders resumed.",
      failure: "Failed to resume the reminders.",
    }),
    "new-version": ownerAction({
      failure: "Failed to start a new version.",
      async run({ db, by, id }) {
        const result = await beginNewVersion(db, by, id);
        if (!result.ok) return refused(result);
        return redirect(href("/admin/quotes/:id/edit", { id: result.quote.id }), 303);
      },
    }),
    send: ownerAction({
      schema: quoteEmailSchema,
      failure: "Email not sent. Please try again.",
      async run({ db, by, id, input, values }) {
        const email = { ...keyedText(input), anyway: values.anyway === "yes" };
        const result = await sendQuote(db, by, id, email, new Date(), guardOf(values).key);
        if (result.ok)
          return {
            ok: true,
            message: "Email sent successfully!",
            detail: `Your email is on its way to ${result.quote.clientEmail}.`,
          };
        if (result.reason === "incomplete")
          return { ok: false, notice: missingFieldsToast, missing: result.missing, status: 422 };
        if (result.reason === "expired")
          return {
            ok: false,
            message: "Not sent: this quote has expired. Change the date first.",
          };
        return refused(result);
      },
    }),
    /** The first press shows what will happen; the second does it if that is unchanged. */
    cancel: ownerAction({
      schema: cancellationSchema,
      failure: "Failed to cancel the booking.",
      async run({ db, by, id, input }) {
        const result = await cancelBooking(db, by, id, input);
        if (result.ok) return cancelled;
        if (result.reason === "amount") {
          const amount = `At most ${formatMoney(result.most)} can be kept.`;
          return { ok: false, errors: { amount } };
        }
        if (result.reason !== "unseen")
          return (await isRepeated(db, by, result, "cancelled")) ? cancelled : refused(result);
        const plan = { says: cancellationSays(result.plan), seen: result.seen };
        return input.seen
          ? { ok: false, notice: planChanged, plan }
          : { ok: false, notice: planShown, plan, status: 200 };
      },
    }),
    "create-invoices": ownerAction({
      failure: "Failed to create the invoices.",
      async run({ db, by, id, values }) {
        const result = await createInvoices(db, by, id, values.email !== "no");
        if (result.ok) return { ok: true, message: "Invoices created." };
        if (result.reason === "not-found") return notFound;
        return { ok: false, message: invoiceRefusals[result.reason] };
      },
    }),
  },
  (form) => String(form.get("decision") ?? ""),
);

const cancelled = { ok: true, message: "Booking cancelled." };
const planShown = "Nothing is cancelled yet. Check what will happen.";
const planChanged = "Not cancelled: something has changed. Check what would happen now.";

function decisionAction(decision: "accepted" | "rejected", decide: typeof acceptOnBehalf) {
  return ownerAction<QuoteFormState>({
    failure: `Failed to update quote status to ${decision}`,
    async run({ db, by, id, values }) {
      const seen = seenVersion(values.version);
      const result = await decide(db, by, id, new Date(), seen, keysIn(values.over ?? ""));
      if (!result.ok && !(await isRepeated(db, by, result, decision, seen))) return refused(result);
      return { ok: true, message: `Quote status updated to ${decision}` };
    },
  });
}

/** Text that is no version counts as 0, which no quote has. */
function seenVersion(version: string | undefined): number | undefined {
  if (!version) return undefined;
  return /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

type Change = (db: Db, by: Owner, id: string) => Promise<AdminResult>;

/** `event`: what the quote's history calls it, to recognise a second press. */
function changeAction(
  change: Change,
  { done, failure, event }: { done: string; failure: string; event?: "withdrawn" | "reopened" },
) {
  return ownerAction<QuoteFormState>({
    failure,
    async run({ db, by, id }) {
      const result = await change(db, by, id);
      const isDone = result.ok || (event && (await isRepeated(db, by, result, event)));
      return isDone ? { ok: true, message: done } : refused(result);
    },
  });
}

const notFound = { ok: false, message: "Quote not found.", status: 404 };

/** A stale tab changes nothing; the reply says the quote's current state. */
type Refusal = Exclude<Awaited<ReturnType<typeof acceptOnBehalf>>, { ok: true }>;

function refused(result: Refusal): FormState & { status?: number } {
  switch (result.reason) {
    case "not-found":
      return notFound;
    case "unsettled":
      return notDone("the total of this quote and its details don't agree. Edit it first.");
    case "paid":
      return notDone(paidFirstMessage(result.paid));
    case "overlaps":
      return {
        ok: false,
        message: `Not accepted yet. ${saysOverlaps(result.overlaps)} To accept it anyway, press Accept Quote again.`,
      };
    case "decided": {
      const state = quoteState(result.quote, new Date());
      const isDecided = state !== "pending" && state !== "draft" && state !== "expired";
      return notDone(
        isDecided
          ? `this quote has already been ${quoteStateLabels[state].toLowerCase()}.`
          : "this quote has changed since you opened it.",
      );
    }
  }
}

const notDone = (why: string) => ({ ok: false, message: `Not done: ${why}` });

export const handle = { title: "Quote Details" };

const missing = {
  message: "Quote not found.",
  back: { to: href("/admin/quotes"), label: "Back to Quotes" },
};

export function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  return loadRecord("Failed to load quote details.", missing, async () => {
    const quote = await getQuote(db, by, params.id);
    if (!quote) return null;
    const state = quoteState(quote, new Date());
    const { sending, email } = await beginQuoteEmail(db, by, quote);
    return {
      quote,
      state,
      isPast: quote.eventDate !== null && hasEnded(quote.eventDate, new Date()),
      reversible: (await reversibleDecision(db, by, quote)) !== null,
      versions: await getVersions(db, by, quote),
      money: await agreementMoney(db, by, quote.id),
      notInvoiced: state === "accepted" ? await missingInvoices(db, by, quote) : 0,
      overlaps: isOpen(quote) ? showInSentence(await eventOverlaps(db, quote)) : null,
      panel: await getInvoicesPanel(db, by, { quoteId: quote.id }),
      enquiry: quote.enquiryId && (await getEnquiry(db, by, quote.enquiryId)),
      sending,
      email: state === "draft" || state === "pending" ? email : null,
      reminders: await getReminderStatus(db, by, { kind: "quote", id: quote.id }),
      sendKey: randomUUID(),
      history: await getQuoteHistory(db, by, quote.id),
    };
  });
}

export const action = answerQuoteForms;

export const clientAction = showAnswer<QuoteFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function QuoteDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { quote, state, email, enquiry, panel, history } = loaderData;
  const isDraft = state === "draft";
  return (
    <article className="group/quote flex flex-col gap-8">
      <QuoteHeader quote={quote} state={state} events={history.events}>
        <QuoteActions {...loaderData} />
      </QuoteHeader>
      <RemindersAhead status={loaderData.reminders} />
      <ActionOutcome id={quote.id} outcome={actionData} />
      <OtherVersions versions={loaderData.versions} />
      <DetailColumns
        side={
          <>
            {isDraft && <QuotedEvent quote={quote} />}
            <QuoteFacts quote={quote} enquiry={enquiry && <EnquiryLink enquiry={enquiry} />} />
            <QuoteHistory {...history} state={state} clientEmail={quote.clientEmail} />
          </>
        }
      >
        {email && (
          <SendQuoteForm
            key={[quote.updatedAt, quote.sentAt].map(Number).join()}
            quote={quote}
            sending={loaderData.sending}
            email={email}
            sendKey={loaderData.sendKey}
            posted={actionData}
          />
        )}
        {(state === "accepted" || panel.invoices.length > 0) && (
          <InvoicePanel panel={panel}>
            {loaderData.notInvoiced > 0 && (
              <CreateInvoices quote={quote} missing={loaderData.notInvoiced} />
            )}
          </InvoicePanel>
        )}
        {!isDraft && <QuotedEvent quote={quote} />}
        {state === "accepted" && <CancelBooking {...loaderData} posted={actionData} />}
      </DetailColumns>
    </article>
  );
}

function EnquiryLink({ enquiry }: { enquiry: { id: string; createdAt: Date } }) {
  const today = useToday();
  return (
    <Link
      to={`${href("/admin/inbox/:id", { id: enquiry.id })}?show=all`}
      className="link"
      suppressHydrationWarning
    >
      From an enquiry of {shortDay(melbourneDay(enquiry.createdAt), today)}
    </Link>
  );
}
