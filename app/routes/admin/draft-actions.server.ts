import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { draftDueSchema } from "#app/features/invoices/new-invoice.ts";
import { discardDraft, issueDraftInvoice } from "#app/features/invoices/new-invoice.server.ts";
import type { DraftIntent, InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { check } from "#app/values/rules.ts";
import { notIssued } from "./new-invoice-action.server.ts";

export async function answerDraftAction(
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
