import { data, href, redirect } from "react-router";
import {
  deleteBooking,
  restoreBooking,
  setAmebStatus,
  editBooking,
  type EditOutcome,
} from "#app/features/ameb/commands.server.ts";
import {
  amebStatusToasts,
  bookingDeletion,
  bookingEditToasts,
} from "#app/features/ameb/admin/toasts.ts";
import { amebStatusLabels } from "#app/features/ameb/model.ts";
import { amebStatusSchema } from "#app/features/ameb/schema.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { overlapKey, saysOverlaps, keysIn } from "#app/features/diary/overlaps.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { check, formValues } from "#app/values/rules.ts";
import { type AdminFormState, answerDeletion } from "#app/routes/admin/deletion.server.ts";
import {
  mergeEdits,
  overName,
  postedTexts,
  sureName,
  textsOf,
} from "#app/features/ameb/booking-edits.ts";
import { melbourneDay, shortTime } from "#app/values/calendar.ts";
import type { BookingFormState } from "./form.tsx";

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

export async function saveBooking(form: FormData, by: Administrator, id: string) {
  const posted = formValues(form);
  const texts = postedTexts(posted);
  const isSure = posted[sureName] === "on";
  const over = keysIn(String(posted[overName] ?? ""));
  const version = Number(posted.version) || 0;
  const seen = seenTexts(String(posted.seen ?? ""));
  const typed: BookingFormState = {
    ok: false,
    values: {
      ...texts,
      ...(isSure && { [sureName]: "on" }),
      ...(over.length > 0 && { [overName]: over.join(" ") }),
    },
    version,
    ...(seen && { seen }),
  };
  try {
    const outcome = await editBooking(getDb(), by, id, { version, texts, isSure, over });
    if (outcome.ok) return redirect(href("/admin/ameb-bookings/:id", { id }), 303);
    if (outcome.reason === "not-found")
      return data<BookingFormState>({ ...typed, message: "This booking no longer exists." }, 404);
    if (outcome.reason === "invalid") {
      const { errors, overlaps } = outcome;
      const asked = overlaps && { over: overlaps.map(overlapKey).join(" ") };
      return data<BookingFormState>({ ...typed, errors, ...asked }, 422);
    }
    const current = textsOf(outcome.current);
    const merged = mergeEdits(seen ?? current, texts, current);
    return data<BookingFormState>(
      {
        ok: false,
        message: refusal(outcome, by),
        values: merged.texts,
        theirs: merged.theirs,
        seen: current,
        version: outcome.current.version,
      },
      409,
    );
  } catch (error) {
    log.error({ err: error }, "booking not saved");
    const message = bookingEditToasts.failure.title;
    return data<BookingFormState>({ ...typed, message, ...unknownOutcomeOf(error) }, 503);
  }
}

function refusal({ last }: Extract<EditOutcome, { reason: "changed" }>, by: Administrator): string {
  const who = !last
    ? "this booking was changed"
    : `${last.actor === by.email ? "you" : last.actor} changed this booking`;
  const when = last ? ` (${shortTime(last.at, melbourneDay(new Date()))})` : "";
  return `Not saved: ${who} in the meantime${when}. What you typed is still here: check it and save again.`;
}

function seenTexts(json: string) {
  try {
    return postedTexts(JSON.parse(json));
  } catch {
    return null;
  }
}
