import { href, redirect } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  recordTypedPayment,
  undoPayment,
  explainRefunds,
  type OwnerPaymentResult,
  type PaymentRefusal,
} from "#app/features/ledger/payments.server.ts";
import {
  dueRefusal,
  type InvoiceFormState,
  notIssued,
  discardDraft,
  issueDraftInvoice,
} from "#app/features/invoices/commands.server.ts";
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
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import {
  changeDetails,
  correctionMessages,
  creditInvoice,
  type DetailsRefusal,
  voidInvoice,
} from "#app/features/ledger/corrections.server.ts";
import { releaseReminders } from "#app/features/invoices/reminder-plans.server.ts";
import {
  pauseInvoiceReminders,
  resumeInvoiceReminders,
} from "#app/features/invoices/reminders.server.tsx";
import { isRefundOpen, type Invoice, restOf, type Payment } from "#app/features/invoices/model.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";

export const answerInvoiceForms = answerForms<InvoiceFormState>({
  payment: ownerAction({
    schema: paymentSchema,
    failure: "Failed to record the payment.",
    async run({ db, by, id, input, values }) {
      const result = await recordTypedPayment(db, by, id, input, seenMoney(values));
      return paymentAnswer(result, "payment");
    },
  }),
  refund: ownerAction({
    schema: refundSchema,
    failure: "Failed to record the refund.",
    async run({ db, by, id, input, values }) {
      const refund = { ...input, amount: -input.amount };
      const result = await recordTypedPayment(db, by, id, refund, seenMoney(values));
      return paymentAnswer(result, "refund");
    },
  }),
  undo: ownerAction({
    schema: undoSchema,
    failure: "Failed to undo the entry.",
    run: async ({ db, by, id, input }) =>
      paymentAnswer(await undoPayment(db, by, id, input), "undo"),
  }),
  void: ownerAction({
    schema: voidSchema,
    failure: "Failed to void the invoice.",
    async run({ db, by, id, input, values }) {
      const tell = values["void-tell"] !== undefined;
      const result = await voidInvoice(db, by, id, input.reason, new Date(), tell);
      if (!result.ok)
        return result.reason === "not-found"
          ? invoiceNotFound
          : { ok: false, message: correctionMessages[result.reason] };
      const told = result.isTold ? ` ${result.invoice.buyerName} gets an email about it.` : "";
      return { ok: true, message: `This invoice is now void.${told}` };
    },
  }),
  credit: ownerAction({
    schema: creditSchema,
    failure: "Failed to issue the credit note.",
    async run({ db, by, id, input, values }) {
      const credited = wholeNumber(values.seen_credited);
      const tell = values["credit-tell"] !== undefined;
      const result = await creditInvoice(db, by, id, { ...input, credited, tell });
      if (result.ok)
        return { ok: true, message: `Credit note ${result.creditNote.number} is issued.` };
      if (result.reason === "not-found") return invoiceNotFound;
      const message = correctionMessages[result.reason];
      return result.reason === "amount"
        ? { ok: false, errors: { amount: message } }
        : { ok: false, message };
    },
  }),
  "credit-refund": ownerAction({
    schema: refundCreditSchema,
    failure: "Failed to issue the credit note.",
    async run({ db, by, id, input, values }) {
      const answer = {
        purpose: "called-off",
        reason: input.reason,
        seen: returned(values),
      } as const;
      const done = "A credit note takes the refund off this invoice.";
      return refundAnswer(await explainRefunds(db, by, id, answer), done);
    },
  }),
  "refund-again": ownerAction({
    failure: "Not saved. Please try again.",
    async run({ db, by, id, values }) {
      const answer = { purpose: "again", reason: "", seen: returned(values) } as const;
      const done = "This invoice asks for the refunded money again.";
      return refundAnswer(await explainRefunds(db, by, id, answer), done);
    },
  }),
  send: ownerAction({
    failure: "Email not sent. Please try again.",
    async run({ db, by, id, values }) {
      const result = await sendInvoice(db, by, id, new Date(), guardOf(values).key);
      if (!result.ok && result.reason === "not-found") return invoiceNotFound;
      const { number, buyerEmail } = result.invoice;
      if (result.ok) return { ok: true, message: `${number} is on its way to ${buyerEmail}.` };
      const message =
        result.reason === "address"
          ? "Not sent: this invoice has no email address."
          : "Not sent: this document can't be sent any more.";
      return { ok: false, message };
    },
  }),
  details: ownerAction({
    schema: detailsSchema,
    failure: "Failed to save the details.",
    async run({ db, by, id, input, values }) {
      const version = Number(values.version) || 0;
      const change = { typed: input, version, send: values.email === "yes" };
      const result = await changeDetails(db, by, id, change);
      if (result.ok) {
        const to = result.invoice.buyerEmail;
        const unsent = change.send && isRefundOpen(result.invoice) ? ` ${notSent}` : "";
        return {
          ok: true,
          message: result.sent ? `Saved, and on its way to ${to}.` : `Saved.${unsent}`,
        };
      }
      if (result.reason === "not-found") return invoiceNotFound;
      if (result.reason === "due") return { ok: false, errors: { dueOn: dueRefusal } };
      const message = detailsRefusals[result.reason];
      if (result.reason !== "changed") return { ok: false, message };
      const stands = detailTexts(result.invoice);
      const seen = readSeen(values.seen, detailTexts) ?? stands;
      const { texts, theirs } = mergeTexts(seen, values, stands);
      const opened = { version: String(result.invoice.version), seen: JSON.stringify(stands) };
      return { ok: false, message, values: { ...texts, ...opened }, theirs };
    },
  }),
  issue: ownerAction({
    schema: draftDueSchema,
    failure: "Failed to issue the invoice.",
    async run({ db, by, id, input, values }) {
      const send = values.email !== "no";
      const result = await issueDraftInvoice(db, by, id, { ...input, send });
      if (!result.ok) return notIssued(result);
      const { number, buyerEmail } = result.invoice;
      const sent = send ? ` and on its way to ${buyerEmail}` : "";
      return { ok: true, message: `${number} is issued${sent}.` };
    },
  }),
  discard: ownerAction({
    failure: "Failed to discard the draft.",
    async run({ db, by, id }) {
      if (await discardDraft(db, by, id))
        return redirect(`${href("/admin/money")}?show=drafts`, 303);
      const message = "Not discarded: it has been issued in the meantime. You can void it instead.";
      return { ok: false, message };
    },
  }),
  "pause-reminders": changeReminders(pauseInvoiceReminders, "pause"),
  "resume-reminders": changeReminders(resumeInvoiceReminders, "resume"),
  "send-reminder": ownerAction({
    failure: "Failed to send the reminder.",
    async run({ db, by, id, values: { invoice = id } }) {
      if ((await releaseReminders(db, by, invoice.split("\n"))) === 0)
        return { ok: false, message: "Nothing to send: this reminder isn't waiting any more." };
      const detail = "Reminders go out from 9 am.";
      return { ok: true, message: "The reminder is on its way.", detail };
    },
  }),
});

function changeReminders(change: typeof pauseInvoiceReminders, what: "pause" | "resume") {
  return ownerAction({
    failure: `Failed to ${what} the reminders.`,
    run: async ({ db, by, id }) =>
      (await change(db, by, id)) ? { ok: true, message: `Reminders ${what}d.` } : invoiceNotFound,
  });
}

type Values = Readonly<Record<string, string>>;

/** What the page showed, to refuse an outdated one. */
function seenMoney(values: Values) {
  const { seen_rest, seen_paid } = values;
  return {
    key: guardOf(values).key,
    seenRest: wholeNumber(seen_rest),
    ...(seen_paid !== undefined && { seenPaid: wholeNumber(seen_paid) }),
  };
}

const returned = ({ seen_returned }: Values) => wholeNumber(seen_returned);

/** NaN for text that the page did not write: it matches no state. */
const wholeNumber = (text = "") => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

function refundAnswer(result: Awaited<ReturnType<typeof explainRefunds>>, done: string) {
  if (result.ok) return { ok: true, message: done };
  if (result.reason === "not-found") return invoiceNotFound;
  const message = "Not done: this invoice has changed since you opened it. Check it and try again.";
  return { ok: false, message };
}

const detailsRefusals: Record<Exclude<DetailsRefusal, "due">, string> = {
  closed: "Not saved: this document can't be changed any more.",
  settled: "Not saved: nothing is left to pay, so the due date stays.",
  changed:
    "Not saved: these details were changed meanwhile. What you typed is still here: check it and save again.",
};

const notSent = "Nothing was sent, as money went back meanwhile: say why first.";

type InvoiceAnswer = FormState & { status?: number };

const invoiceNotFound: InvoiceAnswer = { ok: false, message: "Invoice not found.", status: 404 };

const conflict = (message: string): InvoiceAnswer => ({ ok: false, message });
const invalid = (field: string, error: string) => ({ ok: false, errors: { [field]: error } });

type PaymentIntent = "payment" | "refund" | "undo";

export function paymentAnswer(result: OwnerPaymentResult, intent: PaymentIntent): InvoiceAnswer {
  if (result.ok) return { ok: true, message: success(result) };
  if (result.reason === "not-found") return invoiceNotFound;
  if (result.reason === "stale") return conflict(staleMessage(result.account));
  if (result.reason === "not-overpaid")
    return invalid("amount", notOverpaidMessage(result.account));
  if (result.reason === "reported") return invalid("method", reportedMessage(result.payment));
  return refusal(result.reason, result.account, intent);
}

type Recorded = Extract<OwnerPaymentResult, { ok: true }>;

function success(result: Recorded): string {
  const early = result.early ? " That's before the invoice was issued." : "";
  return effectSentence(result) + early;
}

function effectSentence({ account, effect, creditNote }: Recorded): string {
  const rest = restOf(account);
  switch (effect) {
    case "part":
      return `Part-payment recorded: ${formatMoney(rest)} is still owing.`;
    case "paid":
      return `Payment recorded: ${account.number} is paid in full.`;
    case "overpaid":
      return `Payment recorded: ${account.number} is overpaid by ${formatMoney(-rest)}.`;
    case "reversal":
      return `Entry undone: ${standing(rest)}.`;
    default:
      return creditNote
        ? `Refund recorded, with credit note ${creditNote.number}: ${standing(rest)}.`
        : `Refund recorded: ${standing(rest)}.`;
  }
}

function standing(rest: number): string {
  if (rest > 0) return `${formatMoney(rest)} is left to pay`;
  return rest === 0 ? "nothing is left to pay" : `it's overpaid by ${formatMoney(-rest)}`;
}

function notOverpaidMessage(account: Invoice): string {
  const over = Math.max(0, -restOf(account));
  return over > 0
    ? `Only ${formatMoney(over)} was paid too much.`
    : "Nothing was paid too much. Choose what else the refund is for.";
}

function staleMessage(account: Invoice): string {
  return `Not recorded: this invoice has changed since you opened it, and now ${standing(
    restOf(account),
  )}. What you typed is still here: check it and record it again.`;
}

function reportedMessage({ amount, paidOn }: Payment): string {
  const what = amount < 0 ? "refund" : "payment";
  return `Stripe has already reported a ${what} of ${formatMoney(Math.abs(amount))}, on \
${longDay(paidOn)}. If this is another one, choose Other.`;
}

function refusal(reason: PaymentRefusal, account: Invoice, intent: PaymentIntent): InvoiceAnswer {
  switch (reason) {
    case "future":
      return invalid("paidOn", "That day hasn't come yet.");
    case "zero":
      return invalid("amount", "Enter an amount, such as 775.00.");
    case "no-reason":
      return invalid("reason", "Say why.");
    case "more-than-paid":
      return intent === "undo"
        ? conflict("Some of this payment was refunded. Undo the refund first.")
        : invalid("amount", `Only ${formatMoney(account.paid)} has come in.`);
    case "draft":
      return conflict("This invoice is a draft. Issue it first, then record the payment.");
    case "void":
      return conflict("This invoice is void, so no money can be recorded on it.");
    case "credit-note":
      return conflict("This is a credit note. Record money on the invoice it corrects.");
    case "reversal":
      return conflict("This entry undoes another one. Record the payment again instead.");
  }
}
