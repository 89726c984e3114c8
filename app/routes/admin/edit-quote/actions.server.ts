import { href, redirect } from "react-router";
import { isDraftKind, readDraft } from "#app/features/quotes/draft.ts";
import { createQuote, editQuote } from "#app/features/quotes/drafts.server.ts";
import { getEnquiry } from "#app/features/quotes/queries.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { formValues } from "#app/values/rules.ts";

const failure = "Failed to save the quote.";

/** Without scripts: the fields come back as typed, with a new preview beside them. */
export const previewQuote = ownerAction({
  failure,
  run: ({ values }) => Promise.resolve({ ok: true, values }),
});

function draftIn(form: FormData) {
  const kind = form.get("kind");
  if (isDraftKind(kind)) return readDraft(kind, formValues(form));
  const message = "Something went wrong sending the form. Please try again.";
  return { ok: false, message, status: 400 } as const;
}

export const saveNewQuote = (from: string | null) =>
  ownerAction({
    failure,
    async run({ db, by, form, values }) {
      const draft = draftIn(form);
      if (!draft.ok) return draft;
      const enquiry = from ? await getEnquiry(db, by, from) : null;
      const { key } = guardOf(values);
      const quote = await createQuote(db, by, draft.value, enquiry?.id, new Date(), key);
      return redirect(href("/admin/quotes/:id", { id: quote.id }), 303);
    },
  });

export const saveQuote = ownerAction({
  failure,
  async run({ db, by, id, form, values }) {
    const draft = draftIn(form);
    if (!draft.ok) return draft;
    const { mark = "" } = values;
    const { key } = guardOf(values);
    const outcome = await editQuote(db, by, id, mark, draft.value, new Date(), key);
    if (outcome.ok) return redirect(href("/admin/quotes/:id", { id }), 303);
    if (outcome.reason === "not-found")
      return { ok: false, message: "Quote not found.", status: 404 };
    return {
      ok: false,
      message:
        "Not saved: this quote has changed or been decided since you opened it. Your changes are still here.",
    };
  },
});
