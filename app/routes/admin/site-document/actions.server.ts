import { data, href, redirect } from "react-router";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import { type PictureField, placesIn } from "#app/content/fields.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type EditorIntent,
  type EditorState,
  isEditorIntent,
} from "#app/features/site-content/admin/editor-model.ts";
import { siteToasts } from "#app/features/site-content/toasts.ts";
import {
  discardWords,
  publishDocument,
  saveDraft,
} from "#app/features/site-content/commands.server.ts";
import { conflictsOf } from "#app/features/site-content/history/changes.server.ts";
import { undoPublication, putBackRefusal } from "#app/features/site-content/put-back.server.ts";
import { getSiteDocument, type OwnDocument } from "#app/features/site-content/queries.server.ts";
import { readWords, type WordsValues } from "#app/features/site-content/words-form.server.ts";
import { withdrawTestimonials } from "#app/features/site-content/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";

type Posted = { intent: EditorIntent; version: number; words: WordsValues; form: FormData };

const reply = (state: EditorState, status = 200) => data<EditorState>(state, status);

export async function answerEditor(request: Request, by: Administrator, name: DocumentName) {
  const form = await readForm(request);
  const version = Number(form.get("version") ?? 0);
  const stands = await getSiteDocument(getDb(), by, name);
  const words = readWords(siteDocuments[name], form, stands.values);
  const arranged = form.get("do");
  const pictured = pictureAsked(name, words, arranged);
  // Without scripts: the form again, with entries changed or a default restored.
  if (typeof arranged === "string" && !pictured)
    return reply({ ok: true, intent: "arrange", words, version });
  const intent = pictured ? "save" : form.get("intent");
  if (!isEditorIntent(intent))
    return reply({ ok: false, message: "Choose an action.", words, version }, 400);
  try {
    const answer = await act(by, name, { intent, version, words, form });
    return pictured && answer.data.ok ? redirect(choosePicture(name, pictured)) : answer;
  } catch (error) {
    log.error({ err: error }, "document not changed");
    const message = siteToasts[intent].failure.title;
    return reply({ ok: false, intent, message, words, version, ...unknownOutcomeOf(error) }, 503);
  }
}

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

const done = (intent: EditorIntent, version?: number, more: Partial<EditorState> = {}) =>
  reply({
    ok: true,
    intent,
    message: siteToasts[intent].success.title,
    ...(version !== undefined && { version }),
    ...more,
  });

async function act(by: Administrator, name: DocumentName, posted: Posted) {
  const { intent, version, words, form } = posted;
  const now = new Date();
  switch (intent) {
    case "save": {
      const outcome = await saveDraft(getDb(), by, name, { version, values: words }, now);
      return outcome.ok ? done(intent, outcome.version) : refused(name, posted, outcome);
    }
    case "publish": {
      const outcome = await publishDocument(getDb(), by, name, { version, values: words }, now);
      if (!outcome.ok) return refused(name, posted, outcome);
      if (!outcome.isNew)
        return done(intent, outcome.version, { notice: "Visitors read these words already." });
      const notice = outcome.warnings.join(" ");
      return done(intent, outcome.version, {
        publication: outcome.publicationId,
        ...(notice && { notice }),
      });
    }
    case "discard": {
      const outcome = await discardWords(getDb(), by, name, version, now);
      return outcome.ok ? done(intent, outcome.version) : refused(name, posted, outcome);
    }
    case "undo": {
      const outcome = await undoPublication(getDb(), by, Number(form.get("publication")), now);
      if (outcome.ok) return done(intent);
      const { status, message } = putBackRefusal(outcome, intent, name);
      return reply({ ok: false, intent, message }, status);
    }
    case "withdraw": {
      const outcome = await withdrawTestimonials(getDb(), by, String(form.get("author")), now);
      if (outcome.ok) return done(intent);
      return reply({ ok: false, intent, message: siteToasts.withdraw.failure.title }, 409);
    }
  }
}

type Refusal =
  | { reason: "invalid"; errors: FieldErrors }
  | { reason: "changed"; current: OwnDocument }
  | { reason: "page"; page: string; message: string };

/** The form keeps what was typed, whatever is stored by now. */
function refused(name: DocumentName, { intent, version, words }: Posted, refusal: Refusal) {
  const kept = { ok: false, intent, words, version };
  if (refusal.reason === "invalid") return reply({ ...kept, errors: refusal.errors }, 422);
  if (refusal.reason === "page") return reply({ ...kept, message: refusal.message }, 422);
  const { version: current, values, edited } = refusal.current;
  const fields = conflictsOf(siteDocuments[name], words, values);
  const message = "Not saved: this was changed in another tab meanwhile.";
  const conflict = { by: edited?.by ?? "", at: edited?.at ?? new Date(), fields };
  return reply({ ...kept, message, version: current, conflict }, 409);
}
