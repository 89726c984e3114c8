import { data } from "react-router";
import {
  deleteBooking,
  restoreBooking,
  setAmebStatus,
} from "#app/features/ameb/commands.server.ts";
import { amebStatusToasts, bookingDeletion } from "#app/features/ameb/admin/toasts.ts";
import { amebStatusLabels } from "#app/features/ameb/model.ts";
import { amebStatusSchema } from "#app/features/ameb/schema.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { saysOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { check, formValues } from "#app/values/rules.ts";
import { type AdminFormState, answerDeletion } from "./deletion.server.ts";

export function answerBookingAction(form: FormData, by: Administrator) {
  return form.has("intent")
    ? answerDeletion(form, by, {
        remove: deleteBooking,
        restore: restoreBooking,
        words: bookingDeletion,
      })
    : answerStatus(form, by);
}

async function answerStatus(form: FormData, by: Administrator) {
  const checked = check(amebStatusSchema, formValues(form));
  const failed = amebStatusToasts.failure.title;
  if (!checked.ok) return data<AdminFormState>({ ok: false, message: failed }, 422);
  try {
    const outcome = await setAmebStatus(getDb(), by, checked.value);
    if (outcome.ok)
      return data<AdminFormState>({ ok: true, message: amebStatusToasts.success.title });
    if (outcome.reason === "not-found")
      return data<AdminFormState>(
        { ok: false, message: `${failed} This booking no longer exists.` },
        404,
      );
    if (outcome.reason === "overlaps") {
      const message = `${failed} ${saysOverlaps(outcome.overlaps)} To book it anyway, open its Edit form.`;
      return data<AdminFormState>({ ok: false, message }, 409);
    }
    return data<AdminFormState>(
      {
        ok: false,
        message: `${failed} Another tab has since set it to ${amebStatusLabels[outcome.now]}.`,
      },
      409,
    );
  } catch (error) {
    log.error({ err: error }, "status not saved");
    return data<AdminFormState>({ ok: false, message: failed, ...unknownOutcomeOf(error) }, 503);
  }
}
