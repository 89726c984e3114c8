import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { saveClientNotes } from "#app/features/clients/notes.server.ts";
import { notesSchema } from "#app/features/clients/schema.ts";
import { notesToasts, staleNotes } from "#app/features/clients/toasts.ts";
import { deleteMailchimpMember } from "#app/features/newsletter/commands.server.ts";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { countsInWords } from "#app/features/privacy/erasure.server.ts";
import { findPerson } from "#app/features/privacy/person.server.ts";
import { erasureSchema } from "#app/features/privacy/schema.ts";
import { erasedNotice, erasureToasts } from "#app/features/privacy/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";

export type ClientPageState = FormState & { form: "notes" | "erasure" | "package" };

export async function saveNotes(request: Request, by: Administrator, email: string) {
  const answer = (state: FormState, status = 200) =>
    data<ClientPageState>({ ...state, form: "notes" }, status);
  const form = await parseForm(request, notesSchema);
  if (!form.ok) return answer(form.reply.data, 422);
  try {
    const outcome = await saveClientNotes(getDb(), by, email, form.value);
    return outcome === "saved"
      ? answer({ ok: true })
      : answer({ ok: false, message: staleNotes, values: form.values }, 409);
  } catch (error) {
    log.error({ err: error }, "client notes not saved");
    const message = notesToasts.failure.title;
    return answer({ ok: false, message, values: form.values, ...unknownOutcomeOf(error) }, 503);
  }
}

export async function eraseClient(request: Request, by: Administrator, email: string) {
  const answer = (state: FormState, status = 200) =>
    data<ClientPageState>({ ...state, form: "erasure" }, status);
  const form = await parseForm(request, erasureSchema(email));
  if (!form.ok) return answer(form.reply.data, 422);
  try {
    const found = await findPerson(getDb(), by, email);
    if (!found.person) return answer({ ok: false, message: found.reason }, 422);
    const outcome = await erasePerson(getDb(), by, found.person, { deleteMailchimpMember });
    const notice = erasedNotice(countsInWords(outcome.erased), {
      quotes: outcome.keptQuotes,
      invoices: outcome.keptInvoices,
    });
    return answer({ ok: true, notice });
  } catch (error) {
    log.error({ err: error }, "client data not deleted");
    return answer(
      { ok: false, message: erasureToasts.failure.title, ...unknownOutcomeOf(error) },
      503,
    );
  }
}
