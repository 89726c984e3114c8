import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  type OwnerPaymentResult,
  recordTypedPayment,
  undoPayment,
} from "#app/features/invoices/owner-payments.server.ts";
import {
  type DraftIntent,
  type InvoiceFormState,
  type InvoiceIntent,
  invoiceToasts,
  isDraftIntent,
  isInvoiceIntent,
  type InvoiceAnswer,
  invoiceNotFound,
  paymentAnswer,
  dueRefusal,
} from "#app/features/invoices/copy.ts";
import {
  paymentSchema,
  refundSchema,
  undoSchema,
  creditSchema,
  refundCreditSchema,
  voidSchema,
  draftDueSchema,
  detailsSchema,
  detailTexts,
} from "#app/features/invoices/schema.ts";
import { type SendingResult, sendInvoice } from "#app/features/invoices/emails.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { check, formValues } from "#app/values/rules.ts";
import {
  correctionMessages,
  type CreditResult,
  creditInvoice,
  voidInvoice,
  type VoidResult,
} from "#app/features/invoices/correct.server.ts";
import { explainRefunds } from "#app/features/invoices/payments.server.ts";
import { releaseReminders } from "#app/features/invoices/reminder-plans.server.ts";
import {
  pauseInvoiceReminders,
  resumeInvoiceReminders,
} from "#app/features/invoices/reminders.server.tsx";
import { reminderToasts } from "#app/features/reminders/model.ts";
import {
  discardDraft,
  issueDraftInvoice,
  changeDetails,
  type DetailsRefusal,
} from "#app/features/invoices/commands.server.ts";
import { notIssued } from "#app/routes/admin/new-invoice/actions.server.ts";
import { isRefundOpen } from "#app/features/invoices/model.ts";
import { mergeTexts } from "#app/values/merge-texts.ts";

export async function answerInvoiceAction(request: Request, by: Administrator, id: string) {
  const values = singleValues(await readForm(request));
  const { intent } = values;
  if (!isInvoiceIntent(intent))
    return data<InvoiceFormState>({ ok: false, message: "Choose what to do." }, 400);
  const typed = { intent, values };
  try {
    if (isDraftIntent(intent)) return await answerDraftAction(intent, values, by, id);
    const { status, state } = await commands[intent](by, id, values);
    return data<InvoiceFormState>({ ...(!state.ok && typed), ...state, intent }, status);
  } catch (error) {
    log.error({ err: error, intent }, "invoice not changed");
    const message = invoiceToasts[intent].failure.title;
    const state = { ok: false, message, ...unknownOutcomeOf(error), ...typed };
    return data<InvoiceFormState>(state, 503);
  }
}

function singleValues(form: FormData): Values {
  const entries = Object.entries(formValues(form));
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join("\n")]));
}

type Values = Record<string, string>;
type Command = (
  by: Administrator,
  id: string,
  values: Values,
) => Promise<InvoiceAnswer> | InvoiceAnswer;

const reminderCommands = {
  "pause-reminders": pauseInvoiceReminders,
  "resume-reminders": resumeInvoiceReminders,
};

const changeReminders =
  (intent: keyof typeof reminderCommands) => async (by: Administrator, id: string) => {
    if (!(await reminderCommands[intent](getDb(), by, id))) return invoiceNotFound;
    return { status: 200, state: { ok: true, message: reminderToasts[intent].success.title } };
  };

/** Sends reminders that wait for a bank statement. */
async function sendReminders(by: Administrator, invoiceIds: readonly string[]) {
  const count = await releaseReminders(getDb(), by, invoiceIds);
  if (count > 0)
    return { status: 200, state: { ok: true, message: "The reminder is on its way." } };
  const message = "Nothing to send: this reminder isn't waiting any more.";
  return { status: 409, state: { ok: false, message } };
}

const corrections = {
  async void(by, id, values) {
    const checked = check(voidSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const tell = values["void-tell"] !== undefined;
    const result = await voidInvoice(getDb(), by, id, checked.value.reason, new Date(), tell);
    const isTold = result.ok && result.isTold;
    const told = isTold ? ` ${result.invoice.buyerName} gets an email about it.` : "";
    return correctionAnswer(result, `This invoice is now void.${told}`);
  },
  async credit(by, id, values) {
    const checked = check(creditSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const credited = wholeNumber(values.seen_credited);
    const tell = values["credit-tell"] !== undefined;
    const result = await creditInvoice(getDb(), by, id, { ...checked.value, credited, tell });
    if (!result.ok && result.reason === "amount")
      return invalid({ amount: correctionMessages.amount });
    const number = result.ok ? result.creditNote.number : "";
    return correctionAnswer(result, `Credit note ${number} is issued.`);
  },
  async "credit-refund"(by, id, values) {
    const checked = check(refundCreditSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    return explain(by, id, values, "called-off", checked.value.reason);
  },
  async "refund-again"(by, id, values) {
    return explain(by, id, values, "again");
  },
} satisfies Record<string, Command>;

async function explain(
  by: Administrator,
  id: string,
  values: Values,
  purpose: "called-off" | "again",
  reason = "",
): Promise<InvoiceAnswer> {
  const answer = { purpose, reason, seen: wholeNumber(values.seen_returned) };
  const result = await explainRefunds(getDb(), by, id, answer);
  if (result.ok) return { status: 200, state: { ok: true, message: explained[purpose] } };
  if (result.reason === "not-found") return invoiceNotFound;
  const message = "Not done: this invoice has changed since you opened it. Check it and try again.";
  return { status: 409, state: { ok: false, message } };
}

const explained = {
  "called-off": "A credit note takes the refund off this invoice.",
  again: "This invoice asks for the refunded money again.",
};

function correctionAnswer(result: VoidResult | CreditResult, done: string): InvoiceAnswer {
  if (result.ok) return { status: 200, state: { ok: true, message: done } };
  if (result.reason === "not-found") return invoiceNotFound;
  return { status: 409, state: { ok: false, message: correctionMessages[result.reason] } };
}

const commands: Record<Exclude<InvoiceIntent, DraftIntent>, Command> = {
  async payment(by, id, values) {
    const checked = check(paymentSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    return record(by, id, values, checked.value);
  },
  async refund(by, id, values) {
    const checked = check(refundSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    return record(by, id, values, { ...checked.value, amount: -checked.value.amount });
  },
  async undo(by, id, values) {
    const checked = check(undoSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    return paymentAnswer(await undoPayment(getDb(), by, id, checked.value), "undo");
  },
  async send(by, id, values) {
    return sendingAnswer(await sendInvoice(getDb(), by, id, new Date(), guardOf(values).key));
  },
  details: saveDetails,
  ...corrections,
  "pause-reminders": changeReminders("pause-reminders"),
  "resume-reminders": changeReminders("resume-reminders"),
  "send-reminder": (by, id, { invoice = id }) => sendReminders(by, invoice.split("\n")),
};

async function record(
  by: Administrator,
  id: string,
  values: Values,
  payment: Parameters<typeof recordTypedPayment>[3],
): Promise<InvoiceAnswer> {
  const { seen_rest, seen_paid } = values;
  const form = {
    key: guardOf(values).key,
    seenRest: wholeNumber(seen_rest),
    ...(seen_paid !== undefined && { seenPaid: wholeNumber(seen_paid) }),
  };
  const result: OwnerPaymentResult = await recordTypedPayment(getDb(), by, id, payment, form);
  return paymentAnswer(result, payment.amount < 0 ? "refund" : "payment");
}

function sendingAnswer(result: SendingResult): InvoiceAnswer {
  if (!result.ok && result.reason === "not-found") return invoiceNotFound;
  const { number, buyerEmail } = result.invoice;
  if (result.ok)
    return {
      status: 200,
      state: { ok: true, message: `${number} is on its way to ${buyerEmail}.` },
    };
  const message =
    result.reason === "address"
      ? "Not sent: this invoice has no email address."
      : "Not sent: this document can't be sent any more.";
  return { status: 409, state: { ok: false, message } };
}

/** NaN for text that the page did not write: it matches no state. */
const wholeNumber = (text = "") => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

const invalid = (errors: InvoiceFormState["errors"]): InvoiceAnswer => ({
  status: 422,
  state: { ok: false, errors },
});

async function answerDraftAction(
  intent: DraftIntent,
  values: Record<string, string>,
  by: Administrator,
  id: string,
) {
  return intent === "issue" ? issue(values, by, id) : discard(by, id);
}

async function issue(values: Record<string, string>, by: Administrator, id: string) {
  const form = { intent: "issue" as const, values };
  const checked = check(draftDueSchema, values);
  if (!checked.ok)
    return data<InvoiceFormState>({ ok: false, errors: checked.errors, ...form }, 422);
  const send = values.email !== "no";
  const result = await issueDraftInvoice(getDb(), by, id, { ...checked.value, send });
  if (!result.ok) return notIssued(result, form);
  const { number, buyerEmail } = result.invoice;
  const message = send
    ? `${number} is issued and on its way to ${buyerEmail}.`
    : `${number} is issued.`;
  return data<InvoiceFormState>({ ok: true, message, intent: "issue" });
}

async function discard(by: Administrator, id: string) {
  if (await discardDraft(getDb(), by, id))
    return redirect(`${href("/admin/money")}?show=drafts`, 303);
  const message = "Not discarded: it has been issued in the meantime. You can void it instead.";
  return data<InvoiceFormState>({ ok: false, message, intent: "discard" }, 409);
}

type Answer = { status: number; state: InvoiceFormState };

const refusals: Record<Exclude<DetailsRefusal, "due">, string> = {
  closed: "Not saved: this document can't be changed any more.",
  settled: "Not saved: nothing is left to pay, so the due date stays.",
  changed:
    "Not saved: these details were changed meanwhile. What you typed is still here: check it and save again.",
};

const notSent = "Nothing was sent, as money went back meanwhile: say why first.";

async function saveDetails(
  by: Administrator,
  id: string,
  values: Record<string, string>,
): Promise<Answer> {
  const version = Number(values.version) || 0;
  const seen = seenTexts(values.seen);
  // The form keeps the version it was opened with, even if the page reloads.
  const opened = seen && { current: { version, seen, theirs: {} } };
  const refused = (status: number, state: Omit<InvoiceFormState, "ok">) => ({
    status,
    state: { ok: false, ...opened, ...state },
  });
  const checked = check(detailsSchema, values);
  if (!checked.ok) return refused(422, { errors: checked.errors });
  const change = { typed: checked.value, version, send: values.email === "yes" };
  const result = await changeDetails(getDb(), by, id, change);
  if (result.ok) {
    const to = result.invoice.buyerEmail;
    const unsent = change.send && isRefundOpen(result.invoice) ? ` ${notSent}` : "";
    const message = result.sent ? `Saved, and on its way to ${to}.` : `Saved.${unsent}`;
    return { status: 200, state: { ok: true, message } };
  }
  if (result.reason === "not-found") return invoiceNotFound;
  if (result.reason === "due") return refused(422, { errors: { dueOn: dueRefusal } });
  const message = refusals[result.reason];
  if (result.reason !== "changed") return refused(409, { message });
  const stands = detailTexts(result.invoice);
  const { texts, theirs } = mergeTexts(seen ?? stands, values, stands);
  const current = { version: result.invoice.version, seen: stands, theirs };
  return refused(409, { message, values: texts, current });
}

function seenTexts(json = "") {
  try {
    return { ...detailTexts(JSON.parse(json)) };
  } catch {
    return null;
  }
}
