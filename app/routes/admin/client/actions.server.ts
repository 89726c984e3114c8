import type { Administrator } from "#app/features/auth/model.ts";
import { saveClientNotes } from "#app/features/clients/notes.server.ts";
import { notesSchema } from "#app/features/clients/model.ts";
import { deleteMailchimpMember } from "#app/features/newsletter/commands.server.ts";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { countsInWords } from "#app/features/privacy/removal.server.ts";
import { erasedNotice, erasureSchema, findPerson } from "#app/features/privacy/person.server.ts";
import { testimonialTick } from "#app/features/privacy/retention.ts";
import {
  listTestimonialAuthors,
  withdrawTestimonials,
} from "#app/features/site-content/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
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
import { saleSchema } from "#app/features/packages/model.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import { answerForms, formAction, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";

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

/** The form that erases sends no intent. */
export const answerClientForms = (email: string) =>
  answerForms<FormState>(
    {
      notes: formAction({
        schema: notesSchema,
        failure: "Failed to save the notes. Please try again in a moment.",
        async run({ db, by, input }) {
          const outcome = await saveClientNotes(db, by, email, input);
          if (outcome === "saved") return { ok: true, message: "Phone and notes saved." };
          return {
            ok: false,
            message:
              "Not saved: the notes were changed in another tab. Reload the page to see them, then add yours.",
          };
        },
      }),
      erase: ownerAction({
        schema: erasureSchema(email),
        failure: "Failed to delete client data. Please try again.",
        async run({ db, by, form }) {
          const found = await findPerson(db, by, email);
          if (!found.person) return { ok: false, message: found.reason, status: 422 };
          const authors = await listTestimonialAuthors(db, by);
          for (const author of authors.filter((name) => form.has(testimonialTick(name)))) {
            const withdrawn = await withdrawTestimonials(db, by, author);
            if (!withdrawn.ok) return { ok: false, message: notErased };
          }
          const outcome = await erasePerson(db, by, found.person, { deleteMailchimpMember });
          const notice = erasedNotice(countsInWords(outcome.erased), {
            quotes: outcome.keptQuotes,
            invoices: outcome.keptInvoices,
          });
          return { ok: true, message: "Client data deleted.", notice };
        },
      }),
      "sell-package": ownerAction({
        schema: saleSchema,
        failure: `${notSold} Please try again in a moment.`,
        async run({ db, by, input: { offer, expiresOn, ...input }, values }) {
          const { names } = await getClientHistory(db, by, email);
          const paidBy = paymentMethods.find((known) => known === input.paidBy) ?? null;
          const sale = { buyerName: names[0] ?? "", buyerEmail: email, offer, expiresOn, paidBy };
          const sold = await sellPackage(db, by, sale, guardOf(values).key);
          if (sold.ok) return { ok: true, message: "Package sold." };
          if (sold.reason === "over")
            return { ok: false, errors: { expiresOn: "Choose a day to come." } };
          return { ok: false, message: `${notSold} ${reasons[sold.reason]}` };
        },
      }),
      "give-credit": changeAction(giveCredit, "One session more.", "The session isn't added."),
      "end-package": changeAction(endPackage, "Package ended.", "The package isn't ended."),
    },
    () => "erase",
  );

const notErased =
  "Failed to withdraw a testimonial, so no client data was deleted. Please try again.";

const notSold = "The package isn't sold.";

const reasons = {
  changed: "It has changed in the meantime: here's how it stands now.",
  "not-found": "It's no longer there.",
  off: "Invoicing is off.",
  incomplete: "Your business details aren't complete yet.",
};

function changeAction(change: typeof giveCredit, done: string, not: string) {
  return ownerAction({
    failure: `${not} Please try again in a moment.`,
    async run({ db, by, values }) {
      const changed = await change(db, by, { id: values.id ?? "", left: Number(values.left) });
      if (changed.ok) return { ok: true, message: done };
      const status = changed.reason === "changed" ? 409 : 404;
      return { ok: false, message: `${not} ${reasons[changed.reason]}`, status };
    },
  });
}
