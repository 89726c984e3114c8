import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  type OwnerPaymentResult,
  recordTypedPayment,
  undoPayment,
} from "#app/features/invoices/owner-payments.server.ts";
import {
  type InvoiceAnswer,
  invoiceNotFound,
  paymentAnswer,
} from "#app/features/invoices/payment-answers.ts";
import { paymentSchema, refundSchema, undoSchema } from "#app/features/invoices/payment-schema.ts";
import {
  type DraftIntent,
  type InvoiceFormState,
  type InvoiceIntent,
  invoiceToasts,
  isDraftIntent,
  isInvoiceIntent,
} from "#app/features/invoices/toasts.ts";
import { type SendingResult, sendInvoice } from "#app/features/invoices/send.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { check, formValues } from "#app/values/rules.ts";
import { type Command, invalid, type Values, wholeNumber } from "./invoice-commands.ts";
import { answerDraftAction } from "./draft-actions.server.ts";
import { corrections } from "./invoice-corrections.server.ts";
import { saveDetails } from "./invoice-details.server.ts";
import { changeReminders, sendReminders } from "./invoice-reminders.server.ts";

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
