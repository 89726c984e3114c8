import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { issuingRefusals } from "#app/features/invoices/issuing-copy.ts";
import {
  createInvoices,
  type CreationResult,
} from "#app/features/quotes/create-invoices.server.tsx";
import { quoteToasts } from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

const refusals: Record<Extract<CreationResult, { ok: false }>["reason"], string> = {
  ...issuingRefusals,
  "not-found": "Quote not found.",
  decided: "Not done: this quote isn't accepted.",
  unsettled: "Not done: the total of this quote and its details don't agree.",
};

/** For a quote that was accepted before invoicing was on. */
export async function createQuoteInvoices(form: FormData, by: Administrator, id: string) {
  const result = await createInvoices(getDb(), by, id, form.get("email") !== "no");
  if (result.ok)
    return data<FormState>({ ok: true, message: quoteToasts["create-invoices"].success.title });
  const status = result.reason === "not-found" ? 404 : 409;
  return data<FormState>({ ok: false, message: refusals[result.reason] }, status);
}
