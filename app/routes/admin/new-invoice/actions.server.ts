import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { dueRefusal, issuingRefusals, issuingToasts } from "#app/features/invoices/copy.ts";
import { changedLines, newInvoiceSchema } from "#app/features/invoices/schema.ts";
import { issueNewInvoice, type IssuingResult } from "#app/features/invoices/commands.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { formValues } from "#app/values/rules.ts";

export async function answerNewInvoice(request: Request, by: Administrator) {
  const posted = await readForm(request);
  const typed = Object.fromEntries(
    Object.entries(formValues(posted)).map(([name, value]) => [name, [value].flat().join("\n")]),
  );
  const values = typed.intent === "total" ? typed : changedLines(typed);
  if (values) return data<FormState>({ ok: true, values });
  const form = await parseForm(request, newInvoiceSchema);
  if (!form.ok) return form.reply;
  try {
    const result = await issueNewInvoice(
      getDb(),
      by,
      form.value,
      {
        send: typed.intent === "send",
        bookingId: new URL(request.url).searchParams.get("booking"),
      },
      new Date(),
      guardOf(form.values).key,
    );
    if (result.ok)
      return redirect(href("/admin/money/invoices/:id", { id: result.invoice.id }), 303);
    return notIssued(result, { values: form.values });
  } catch (error) {
    log.error({ err: error }, "invoice not issued");
    return data<FormState>(
      {
        ok: false,
        message: issuingToasts.failure.title,
        ...unknownOutcomeOf(error),
        values: form.values,
      },
      503,
    );
  }
}

export function notIssued<Form extends Partial<FormState>>(
  { reason }: Exclude<IssuingResult, { ok: true }>,
  form: Form,
) {
  const refused = (status: number, state: Partial<FormState>) =>
    data<FormState & Form>({ ok: false, ...state, ...form }, status);
  switch (reason) {
    case "due":
      return refused(422, { errors: { dueOn: dueRefusal } });
    case "not-found":
      return refused(404, { message: "Not issued: what it's for no longer exists." });
    case "issued":
      return refused(409, { message: "This invoice has already been issued." });
    default:
      return refused(409, { message: issuingRefusals[reason] });
  }
}
