import {
  getPublication,
  putBackWords,
  undoPublication,
  putBackRefusal,
} from "#app/features/site-content/put-back.server.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";

export const answerHistoryForms = answerForms({
  "put-back": wayBack(putBackWords, {
    not: "Not put back",
    done: "Put back. Visitors see it now.",
    failure: "Failed to put it back. Please try again.",
  }),
  undo: wayBack(undoPublication, {
    not: "Not undone",
    done: "Undone. Visitors see the former text.",
    failure: "Failed to undo. Please try again.",
  }),
});

type Sentences = { not: Parameters<typeof putBackRefusal>[1]; done: string; failure: string };

function wayBack(bringBack: typeof putBackWords, { not, done, failure }: Sentences) {
  return formAction({
    failure,
    async run({ db, by, values }) {
      const id = Number(values.publication);
      const outcome = await bringBack(db, by, id);
      if (!outcome.ok) {
        const publication = await getPublication(db, by, id);
        return { ok: false, ...putBackRefusal(outcome, not, publication?.name ?? null) };
      }
      if (!outcome.isNew)
        return {
          ok: false,
          notice: "Nothing to change: visitors see these words already.",
          status: 200,
        };
      return {
        ok: true,
        message: done,
        notice: outcome.warnings.join(" ") || undefined,
        undo: { intent: "undo", publication: String(outcome.publicationId) },
      };
    },
  });
}
