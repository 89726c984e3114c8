import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { keyedText } from "#app/features/email/fields.ts";
import type { ComposerState } from "#app/features/email/model.ts";
import { missingFieldsToast } from "#app/features/email/toasts.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  acceptOnBehalf,
  isRepeated,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
  type AcceptanceResult,
} from "#app/features/quotes/decisions.server.ts";
import {
  isQuoteIntent,
  type QuoteIntent,
  quoteToasts,
  paidFirstMessage,
} from "#app/features/quotes/toasts.ts";
import { quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import {
  pauseQuoteReminders,
  resumeQuoteReminders,
} from "#app/features/quotes/reminders.server.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import { beginNewVersion } from "#app/features/quotes/versions.server.ts";
import { keysIn, saysOverlaps } from "#app/features/diary/overlaps.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  type CancellationState,
  cancellationSays,
  cancellationSchema,
} from "#app/features/quotes/cancellation.ts";
import { cancelBooking } from "#app/features/quotes/cancellation.server.tsx";
import { formatMoney } from "#app/values/money.ts";
import { issuingRefusals } from "#app/features/invoices/copy.ts";
import { createInvoices, type CreationResult } from "#app/features/quotes/invoicing.server.tsx";
import { quoteState, quoteStateLabels } from "#app/features/quotes/model.ts";

export async function answerQuoteAction(request: Request, by: Administrator, id: string) {
  const form = await readForm(request);
  const [decision, intent] = [form.get("decision"), form.get("intent")];
  if (decision === "accepted" || decision === "rejected") return decide(by, id, decision, form);
  if (!isQuoteIntent(intent))
    return data<FormState>({ ok: false, message: "Choose Accept or Reject." }, 400);
  try {
    if (intent === "create-invoices") return await createQuoteInvoices(form, by, id);
    if (intent === "cancel") return await cancelQuoteBooking(request, by, id);
    return intent === "send" ? await send(request, by, id) : await change(intent, by, id);
  } catch (error) {
    log.error({ err: error, intent }, "quote not changed");
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return data<FormState>(
      { ok: false, message: quoteToasts[intent].failure.title, ...unknownOutcomeOf(error), values },
      503,
    );
  }
}

/** Text that is no version counts as 0, which no quote has. */
function seenVersionOf(form: FormData): number | undefined {
  const version = form.get("version");
  if (!version) return undefined;
  return /^\d{1,9}$/.test(String(version)) ? Number(version) : 0;
}

async function decide(
  by: Administrator,
  id: string,
  decision: "accepted" | "rejected",
  form: FormData,
) {
  const seenVersion = seenVersionOf(form);
  const over = keysIn(String(form.get("over") ?? ""));
  try {
    const command = decision === "accepted" ? acceptOnBehalf : rejectQuote;
    const result = await command(getDb(), by, id, new Date(), seenVersion, over);
    if (!result.ok && !(await isRepeated(getDb(), by, result, decision, seenVersion)))
      return refused(result);
    return data<FormState>({ ok: true, message: `Quote status updated to ${decision}` });
  } catch (error) {
    log.error({ err: error }, "quote not decided");
    const message = `Failed to update quote status to ${decision}`;
    return data<FormState>({ ok: false, message, ...unknownOutcomeOf(error) }, 503);
  }
}

async function send(request: Request, by: Administrator, id: string) {
  const form = await parseForm(request, quoteEmailSchema);
  if (!form.ok) return form.reply;
  const email = { ...keyedText(form.value), anyway: form.values.anyway === "yes" };
  const result = await sendQuote(getDb(), by, id, email, new Date(), guardOf(form.values).key);
  if (result.ok)
    return data<FormState>({
      ok: true,
      message: `Your email is on its way to ${result.quote.clientEmail}.`,
    });
  if (result.reason === "incomplete")
    return data<ComposerState>(
      {
        ok: false,
        notice: missingFieldsToast,
        missing: result.missing,
        values: form.values,
      },
      422,
    );
  if (result.reason !== "expired") return refused(result);
  return data<FormState>(
    {
      ok: false,
      message: "Not sent: this quote has expired. Change the date first.",
      values: form.values,
    },
    409,
  );
}

async function change(
  intent: Exclude<QuoteIntent, "send" | "cancel" | "create-invoices">,
  by: Administrator,
  id: string,
) {
  const commands = {
    withdraw: withdrawQuote,
    reverse: reverseDecision,
    "new-version": beginNewVersion,
    "pause-reminders": pauseQuoteReminders,
    "resume-reminders": resumeQuoteReminders,
  };
  const result = await commands[intent](getDb(), by, id);
  if (intent === "new-version")
    return result.ok
      ? redirect(href("/admin/quotes/:id/edit", { id: result.quote.id }), 303)
      : refused(result);
  const kind = intent === "withdraw" ? "withdrawn" : "reopened";
  if (!result.ok && !(await isRepeated(getDb(), by, result, kind))) return refused(result);
  return data<FormState>({ ok: true, message: quoteToasts[intent].success.title });
}

/** The first press shows what will happen; the second does it if that is unchanged. */
async function cancelQuoteBooking(request: Request, by: Administrator, id: string) {
  const form = await parseForm(request, cancellationSchema);
  if (!form.ok) return form.reply;
  const { value, values } = form;
  const result = await cancelBooking(getDb(), by, id, value);
  const done = { ok: true, message: quoteToasts.cancel.success.title };
  if (result.ok) return data<CancellationState>(done);
  if (result.reason === "amount") {
    const amount = `At most ${formatMoney(result.most)} can be kept.`;
    return data<CancellationState>({ ok: false, errors: { amount }, values }, 422);
  }
  if (result.reason !== "unseen")
    return (await isRepeated(getDb(), by, result, "cancelled"))
      ? data<CancellationState>(done)
      : refused(result);
  const plan = { says: cancellationSays(result.plan), seen: result.seen };
  return value.seen
    ? data<CancellationState>({ ok: false, notice: changedNotice, values, plan }, 409)
    : data<CancellationState>({ ok: false, notice: planNotice, values, plan });
}

const planNotice = "Nothing is cancelled yet. Check what will happen.";
const changedNotice = "Not cancelled: something has changed. Check what would happen now.";

const refusals: Record<Extract<CreationResult, { ok: false }>["reason"], string> = {
  ...issuingRefusals,
  "not-found": "Quote not found.",
  decided: "Not done: this quote isn't accepted.",
  unsettled: "Not done: the total of this quote and its details don't agree.",
};

/** For a quote that was accepted before invoicing was on. */
async function createQuoteInvoices(form: FormData, by: Administrator, id: string) {
  const result = await createInvoices(getDb(), by, id, form.get("email") !== "no");
  if (result.ok)
    return data<FormState>({ ok: true, message: quoteToasts["create-invoices"].success.title });
  const status = result.reason === "not-found" ? 404 : 409;
  return data<FormState>({ ok: false, message: refusals[result.reason] }, status);
}

/** A stale tab changes nothing; the reply says the quote's current state. */
function refused(result: Exclude<AcceptanceResult, { ok: true }>) {
  if (result.reason === "not-found")
    return data<FormState>({ ok: false, message: "Quote not found." }, 404);
  if (result.reason === "unsettled")
    return data<FormState>(
      {
        ok: false,
        message: "Not done: the total of this quote and its details don't agree. Edit it first.",
      },
      409,
    );
  if (result.reason === "paid") {
    const message = `Not done: ${paidFirstMessage(result.paid)}`;
    return data<FormState>({ ok: false, message }, 409);
  }
  if (result.reason === "overlaps") {
    const message = `Not accepted yet. ${saysOverlaps(result.overlaps)} To accept it anyway, press Accept Quote again.`;
    return data<FormState>({ ok: false, message }, 409);
  }
  const state = quoteState(result.quote, new Date());
  const decided = state !== "pending" && state !== "draft" && state !== "expired";
  const reason = decided
    ? `has already been ${quoteStateLabels[state].toLowerCase()}`
    : "has changed since you opened it";
  return data<FormState>({ ok: false, message: `Not done: this quote ${reason}.` }, 409);
}
