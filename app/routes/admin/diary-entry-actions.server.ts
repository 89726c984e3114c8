import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  changeDiaryEntry,
  type ChangeResult,
} from "#app/features/diary/admin/change-entry.server.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import { showOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { pickedTime } from "#app/features/diary/admin/suggested-times.tsx";
import { type EntryIntent, entryToasts, isEntryIntent } from "#app/features/diary/admin/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { singleValuesOf } from "./new-diary-entry-action.server.ts";

/** The diary page sends the entry's `id` in the form. */
export async function answerEntryAction(request: Request, by: Administrator, entryId?: string) {
  const values = singleValuesOf(await readForm(request));
  const { intent } = values;
  if (!isEntryIntent(intent))
    return data<DiaryFormState>({ ok: false, message: "Choose what to do." }, 400);
  // Without scripts a button fills the fields.
  if (intent === "move" && values.pick)
    return data<DiaryFormState>({
      ok: true,
      intent,
      values: { ...values, ...pickedTime(values.pick) },
    });
  const typed = { ok: false, intent, values } satisfies DiaryFormState;
  const failure = entryToasts[intent].failure.title;
  try {
    const result = await changeDiaryEntry(intent, getDb(), by, entryId ?? values.id ?? "", values);
    if (result.ok) return data<DiaryFormState>({ ok: true, intent });
    const { status, state } = refusalOf(intent, result);
    return data<DiaryFormState>({ ...typed, ...state }, status);
  } catch (error) {
    log.error({ err: error, intent }, "diary entry not changed");
    return data<DiaryFormState>({ ...typed, message: failure, ...unknownOutcomeOf(error) }, 503);
  }
}

type Refusal = { status: number; state: Partial<DiaryFormState> };

function refusalOf(intent: EntryIntent, result: Exclude<ChangeResult, { ok: true }>): Refusal {
  const failure = entryToasts[intent].failure.title;
  switch (result.reason) {
    case "invalid":
      return { status: 422, state: { errors: result.errors } };
    case "overlaps":
      return {
        status: 409,
        state: { notice: "That time is taken.", overlaps: showOverlaps(result.overlaps) },
      };
    case "not-found":
      return { status: 404, state: { message: `${failure} It's no longer in the diary.` } };
    case "taken":
      return { status: 409, state: { message: `${failure} That time is taken or over.` } };
    case "changed":
      return {
        status: 409,
        state: { message: `${failure} It has changed in the meantime: here's how it stands now.` },
      };
  }
}
