import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  historyToasts,
  type HistoryState,
  isHistoryIntent,
} from "#app/features/site-content/toasts.ts";
import {
  getPublication,
  putBackWords,
  undoPublication,
  putBackRefusal,
} from "#app/features/site-content/put-back.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";

const reply = (state: HistoryState, status = 200) => data<HistoryState>(state, status);

export async function answerHistory(request: Request, by: Administrator) {
  const form = await readForm(request);
  const intent = form.get("intent");
  if (!isHistoryIntent(intent)) return reply({ ok: false, message: "Choose an action." }, 400);
  const id = Number(form.get("publication"));
  const bringBack = intent === "undo" ? undoPublication : putBackWords;
  try {
    const outcome = await bringBack(getDb(), by, id);
    if (!outcome.ok) {
      const publication = await getPublication(getDb(), by, id);
      const { status, ...refusal } = putBackRefusal(outcome, intent, publication?.name ?? null);
      return reply({ ok: false, ...refusal }, status);
    }
    if (!outcome.isNew)
      return reply({ ok: false, notice: "Nothing to change: visitors see these words already." });
    const message = historyToasts[intent].success.title;
    const notice = outcome.warnings.join(" ") || undefined;
    return reply({ ok: true, message, notice, publication: outcome.publicationId });
  } catch (error) {
    log.error({ err: error }, "words not put back");
    const message = historyToasts[intent].failure.title;
    return reply({ ok: false, message, ...unknownOutcomeOf(error) }, 503);
  }
}
