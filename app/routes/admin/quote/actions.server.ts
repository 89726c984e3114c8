import { href, redirect } from "react-router";
import type { Owner } from "#app/features/auth/model.ts";
import { keysIn, saysOverlaps } from "#app/features/diary/overlaps.server.ts";
import { keyedText } from "#app/features/email/fields.ts";
import type { ComposerState } from "#app/features/email/model.ts";
import { missingFieldsToast } from "#app/features/email/toasts.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { issuingRefusals } from "#app/features/invoices/copy.ts";
import { cancelBooking } from "#app/features/quotes/cancellation.server.tsx";
import {
  type CancellationState,
  cancellationSays,
  cancellationSchema,
} from "#app/features/quotes/cancellation.ts";
import {
  acceptOnBehalf,
  isRepeated,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
  type AcceptanceResult,
} from "#app/features/quotes/decisions.server.ts";
import { quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import type { AdminResult } from "#app/features/quotes/guard.server.ts";
import { createInvoices } from "#app/features/quotes/invoicing.server.tsx";
import { quoteState, quoteStateLabels } from "#app/features/quotes/model.ts";
import {
  pauseQuoteReminders,
  resumeQuoteReminders,
} from "#app/features/quotes/reminders.server.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import { paidFirstMessage } from "#app/features/quotes/toasts.ts";
import { beginNewVersion } from "#app/features/quotes/drafts.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { formatMoney } from "#app/values/money.ts";

export type QuoteFormState = ComposerState & CancellationState;

const invoiceRefusals = {
  ...issuingRefusals,
  decided: "Not done: this quote isn't accepted.",
  unsettled: "Not done: the total of this quote and its details don't agree.",
};

export const answerQuoteForms = answerForms<QuoteFormState>(
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
function refused(result: Exclude<AcceptanceResult, { ok: true }>): FormState & { status?: number } {
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
