import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { saveClientNotes } from "#app/features/clients/notes.server.ts";
import { notesSchema, notesToasts, staleNotes } from "#app/features/clients/notes.ts";
import { deleteMailchimpMember } from "#app/features/newsletter/commands.server.ts";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { countsInWords } from "#app/features/privacy/removal.server.ts";
import { findPerson } from "#app/features/privacy/person.server.ts";
import { erasedNotice, erasureToasts, erasureSchema } from "#app/features/privacy/schema.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { getClientHistory } from "#app/features/clients/queries.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { issuingRefusal } from "#app/features/invoices/commands.server.ts";
import {
  endPackage,
  giveCredit,
  sellPackage,
  listPackages,
} from "#app/features/packages/sales.server.ts";
import {
  isPackageIntent,
  type PackageIntent,
  packageToasts,
  saleSchema,
} from "#app/features/packages/forms.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import { melbourneDay } from "#app/values/calendar.ts";

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

export async function loadPackages(by: Administrator, email: string) {
  const db = getDb();
  return {
    packages: await listPackages(db, by, email),
    offers: (await readPrices(db)).coachingPackages,
    refusal: issuingRefusal(await getBusinessDetails(db)),
    formKey: crypto.randomUUID(),
    today: melbourneDay(new Date()),
  };
}

const packageAnswer = (state: Omit<ClientPageState, "form">, status = 200) =>
  data<ClientPageState>({ ...state, form: "package" }, status);

const reasons = {
  changed: "It has changed in the meantime: here's how it stands now.",
  "not-found": "It's no longer there.",
  off: "Invoicing is off.",
  incomplete: "Your business details aren't complete yet.",
};

export async function answerPackages(request: Request, by: Administrator, email: string) {
  const form = await parseForm(request, saleSchema);
  const values = form.ok ? form.values : (form.reply.data.values ?? {});
  const intent: PackageIntent = isPackageIntent(values.intent) ? values.intent : "sell-package";
  const { title } = packageToasts[intent].failure;
  try {
    if (intent !== "sell-package") {
      const seen = { id: values.id ?? "", left: Number(values.left) };
      const change = intent === "give-credit" ? giveCredit : endPackage;
      const changed = await change(getDb(), by, seen);
      if (changed.ok) return packageAnswer({ ok: true });
      const status = changed.reason === "changed" ? 409 : 404;
      return packageAnswer(
        { ok: false, message: `${title} ${reasons[changed.reason]}`, values },
        status,
      );
    }
    if (!form.ok) return packageAnswer(form.reply.data, 422);
    const { offer, expiresOn } = form.value;
    const { names } = await getClientHistory(getDb(), by, email);
    const paidBy = paymentMethods.find((known) => known === form.value.paidBy) ?? null;
    const sale = { buyerName: names[0] ?? "", buyerEmail: email, offer, expiresOn, paidBy };
    const sold = await sellPackage(getDb(), by, sale, guardOf(values).key);
    if (sold.ok) return packageAnswer({ ok: true });
    if (sold.reason === "over")
      return packageAnswer(
        { ok: false, errors: { expiresOn: "Choose a day to come." }, values },
        422,
      );
    return packageAnswer({ ok: false, message: `${title} ${reasons[sold.reason]}`, values }, 409);
  } catch (error) {
    log.error({ err: error, intent }, "packages not changed");
    return packageAnswer({ ok: false, message: title, values, ...unknownOutcomeOf(error) }, 503);
  }
}
