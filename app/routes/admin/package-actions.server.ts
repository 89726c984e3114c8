import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { getClientHistory } from "#app/features/clients/queries.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { issuingRefusal } from "#app/features/invoices/new-invoice.server.ts";
import { endPackage, giveCredit, sellPackage } from "#app/features/packages/commands.server.ts";
import { listPackages } from "#app/features/packages/queries.server.ts";
import { saleSchema } from "#app/features/packages/schema.ts";
import {
  isPackageIntent,
  type PackageIntent,
  packageToasts,
} from "#app/features/packages/toasts.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { ClientPageState } from "./client-actions.server.ts";

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

const answer = (state: Omit<ClientPageState, "form">, status = 200) =>
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
      if (changed.ok) return answer({ ok: true });
      const status = changed.reason === "changed" ? 409 : 404;
      return answer({ ok: false, message: `${title} ${reasons[changed.reason]}`, values }, status);
    }
    if (!form.ok) return answer(form.reply.data, 422);
    const { offer, expiresOn } = form.value;
    const { names } = await getClientHistory(getDb(), by, email);
    const paidBy = paymentMethods.find((known) => known === form.value.paidBy) ?? null;
    const sale = { buyerName: names[0] ?? "", buyerEmail: email, offer, expiresOn, paidBy };
    const sold = await sellPackage(getDb(), by, sale, guardOf(values).key);
    if (sold.ok) return answer({ ok: true });
    if (sold.reason === "over")
      return answer({ ok: false, errors: { expiresOn: "Choose a day to come." }, values }, 422);
    return answer({ ok: false, message: `${title} ${reasons[sold.reason]}`, values }, 409);
  } catch (error) {
    log.error({ err: error, intent }, "packages not changed");
    return answer({ ok: false, message: title, values, ...unknownOutcomeOf(error) }, 503);
  }
}
