import { isDeepStrictEqual } from "node:util";
import { href, redirect } from "react-router";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import {
  type GroupField,
  isLeaf,
  type LeafField,
  type PictureField,
  type PictureValue,
  placesIn,
} from "#app/content/fields.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { EditorState, FieldConflict } from "#app/features/site-editor/editor-model.ts";
import {
  discardWords,
  publishDocument,
  saveDraft,
  undoPublication,
  putBackRefusal,
} from "#app/features/site-publishing/commands.server.ts";
import { shownText, withFillInNames } from "#app/features/site-content/field-text.ts";
import { getSiteDocument, type OwnDocument } from "#app/features/site-content/queries.server.ts";
import {
  fieldTexts,
  readWords,
  type WordsValues,
} from "#app/features/site-content/words-form.server.ts";
import { withdrawTestimonials } from "#app/features/site-publishing/withdraw-testimonials.server.ts";
import {
  type ActionAnswer,
  answerForms,
  ownerAction,
} from "#app/routes/admin/form-actions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";

type Posted = { db: Db; by: Owner; version: number; words: WordsValues };

type Answer = ActionAnswer<EditorState> | Response;

export const answerEditor = (name: DocumentName) =>
  answerForms<EditorState>(
    {
      save: wordsAction(name, "Failed to save the draft. Please try again.", saveWords),
      publish: wordsAction(name, "Failed to publish. Please try again.", publish),
      discard: wordsAction(name, "Failed to discard the draft. Please try again.", discard),
      undo: ownerAction({
        failure: "Failed to undo. Please try again.",
        async run({ db, by, values }) {
          const outcome = await undoPublication(db, by, Number(values.publication));
          if (outcome.ok) return { ok: true, message: "Undone. Visitors see the former text." };
          return { ok: false, ...putBackRefusal(outcome, "Not undone", name) };
        },
      }),
      withdraw: ownerAction({
        failure: notWithdrawn,
        async run({ db, by, values }) {
          const outcome = await withdrawTestimonials(db, by, values.author ?? "");
          if (!outcome.ok) return { ok: false, message: notWithdrawn };
          return {
            ok: true,
            message: "Withdrawn. It's on no page and in no history any more.",
          };
        },
      }),
      arrange: wordsAction(name, "Something went wrong. Please send it again.", arrange),
    },
    (form) => {
      if (!form.has("do")) return "";
      return String(form.get("do")).startsWith("picture:") ? "save" : "arrange";
    },
  );

const notWithdrawn = "Failed to withdraw it. Please try again.";

/** A refusal keeps what was typed, whatever is stored by now. */
function wordsAction(
  name: DocumentName,
  failure: string,
  run: (name: DocumentName, posted: Posted, asked: string) => Promise<Answer>,
) {
  return ownerAction<EditorState>({
    failure,
    async run({ db, by, form, values, keep }) {
      const version = Number(values.version ?? 0);
      const stands = await getSiteDocument(db, by, name);
      const words = readWords(siteDocuments[name], form, stands.values);
      keep({ words, version });
      return run(name, { db, by, version, words }, values.do ?? "");
    },
  });
}

async function saveWords(name: DocumentName, posted: Posted, asked: string): Promise<Answer> {
  const { db, by, version, words } = posted;
  const outcome = await saveDraft(db, by, name, { version, values: words });
  if (!outcome.ok) return refused(name, words, outcome);
  const pictured = pictureAsked(name, words, asked);
  if (pictured) return redirect(choosePicture(name, pictured));
  const message = "Draft saved. Visitors don't see it yet.";
  return { ok: true, message, version: outcome.version };
}

async function publish(name: DocumentName, posted: Posted): Promise<Answer> {
  const { db, by, version, words } = posted;
  const outcome = await publishDocument(db, by, name, { version, values: words });
  if (!outcome.ok) return refused(name, words, outcome);
  const done = {
    ok: true,
    message: "Published. Visitors see it now.",
    version: outcome.version,
  };
  if (!outcome.isNew) return { ...done, notice: "Visitors read these words already." };
  return {
    ...done,
    notice: outcome.warnings.join(" ") || undefined,
    undo: { intent: "undo", publication: String(outcome.publicationId) },
  };
}

async function discard(name: DocumentName, { db, by, version, words }: Posted): Promise<Answer> {
  const outcome = await discardWords(db, by, name, version);
  if (!outcome.ok) return refused(name, words, outcome);
  return { ok: true, message: "Draft discarded.", version: outcome.version };
}

/** Without scripts: the form again, with entries changed or a default restored. */
const arrange = (_name: DocumentName, { version, words }: Posted): Promise<Answer> =>
  Promise.resolve({ ok: true, words, version });

type PictureAsked = Pick<PictureField, "shape"> & { path: string };

/** Without scripts: the picture for which the user leaves the form to upload one. */
function pictureAsked(name: DocumentName, words: WordsValues, asked: unknown): PictureAsked | null {
  const place = placesIn(siteDocuments[name], [words]).find(
    ({ path }) => asked === `picture:${path}`,
  );
  return place?.field.kind === "picture" ? { path: place.path, shape: place.field.shape } : null;
}

/** The pictures page returns to this form with the chosen picture. */
function choosePicture(name: DocumentName, { path, shape }: PictureAsked): string {
  const form = href("/admin/site/:document", { document: name });
  const returnTo = `${form}?${new URLSearchParams({ field: path })}#${path}`;
  return `${href("/admin/site/pictures")}?${new URLSearchParams({ shape, returnTo })}`;
}

type Refusal =
  | { reason: "invalid"; errors: FieldErrors }
  | { reason: "changed"; current: OwnDocument }
  | { reason: "page"; page: string; message: string };

function refused(name: DocumentName, words: WordsValues, refusal: Refusal): Answer {
  if (refusal.reason === "invalid") return { ok: false, errors: refusal.errors };
  if (refusal.reason === "page") return { ok: false, message: refusal.message, status: 422 };
  const { version, values, edited } = refusal.current;
  const fields = conflictsOf(siteDocuments[name], words, values);
  const message = "Not saved: this was changed in another tab meanwhile.";
  const conflict = { by: edited?.by ?? "", at: edited?.at ?? new Date(), fields };
  return { ok: false, message, version, conflict };
}

/** The fields in which two versions of a form differ, entries of lists by their places. */
function conflictsOf(document: GroupField, yours: unknown, theirs: unknown) {
  return placesIn(document, [yours, theirs], { labelOf: (_, index) => String(index + 1) }).flatMap(
    ({ field, path, labels, values }): FieldConflict[] => {
      if (!isLeaf(field)) return [];
      const mine = shownValue(field, values[0]);
      const other = shownValue(field, values[1]);
      if (isDeepStrictEqual(mine, other)) return [];
      const texts = values.includes(undefined)
        ? null
        : Object.fromEntries(fieldTexts(field, values[1], path));
      return [{ path, label: labels.join(" › "), yours: mine, theirs: other, texts }];
    },
  );
}

/** `value` is undefined for a list entry that only the other version has. */
function shownValue(field: LeafField, value: unknown): FieldConflict["yours"] {
  if (value === undefined) return { text: "" };
  if (field.kind !== "picture") return { text: shownText(field, value) };
  const { name, alt } = value as PictureValue;
  return { text: withFillInNames(alt) || "Decoration only.", picture: name };
}
