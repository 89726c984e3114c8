import type { Administrator } from "#app/features/auth/model.ts";
import { changeDetails, type DetailsRefusal } from "#app/features/invoices/details.server.ts";
import { detailsSchema, detailTexts } from "#app/features/invoices/invoice-fields.ts";
import { dueRefusal } from "#app/features/invoices/issuing-copy.ts";
import { isRefundOpen } from "#app/features/invoices/model.ts";
import { invoiceNotFound } from "#app/features/invoices/payment-answers.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { mergeTexts } from "#app/values/merge-texts.ts";
import { check } from "#app/values/rules.ts";

type Answer = { status: number; state: InvoiceFormState };

const refusals: Record<Exclude<DetailsRefusal, "due">, string> = {
  closed: "Not saved: this document can't be changed any more.",
  settled: "Not saved: nothing is left to pay, so the due date stays.",
  changed:
    "Not saved: these details were changed meanwhile. What you typed is still here: check it and save again.",
};

const notSent = "Nothing was sent, as money went back meanwhile: say why first.";

export async function saveDetails(
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
