import * as z from "zod/mini";
import { amebStatuses } from "#app/server/database/enums.ts";
import { href, redirect } from "react-router";
import {
  deleteBooking,
  restoreBooking,
  setAmebStatus,
  editBooking,
  type EditOutcome,
} from "#app/features/ameb/commands.server.tsx";
import {
  overName,
  postedTexts,
  sureName,
  textsOf,
  bookingDeletion,
} from "#app/features/ameb/booking-edits.ts";
import { pauseExamReminders, resumeExamReminders } from "#app/features/ameb/reminders.server.tsx";
import { amebStatusLabels } from "#app/features/ameb/model.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { overlapKey, saysOverlaps, keysIn } from "#app/features/diary/overlaps.server.ts";
import { check, formValues } from "#app/values/rules.ts";
import { deletionActions } from "#app/routes/admin/deletion.server.ts";
import { formAction } from "#app/routes/admin/form-actions.server.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";
import { melbourneDay, shortTime } from "#app/values/calendar.ts";
import type { BookingFormState } from "./form.tsx";

const amebStatusSchema = z.object({
  id: z.string(),
  from: z.enum(amebStatuses),
  status: z.enum(amebStatuses),
});

const notUpdated = "Failed to update status.";

const changeReminders = (
  change: typeof pauseExamReminders,
  { done, failure }: { done: string; failure: string },
) =>
  formAction({
    failure,
    run: async ({ db, by, id }) =>
      (await change(db, by, id))
        ? { ok: true, message: done }
        : { ok: false, message: "This booking no longer exists.", status: 404 },
  });

export const bookingReminderActions = {
  "pause-reminders": changeReminders(pauseExamReminders, {
    done: "Reminders paused.",
    failure: "Failed to pause the reminders.",
  }),
  "resume-reminders": changeReminders(resumeExamReminders, {
    done: "Reminders resumed.",
    failure: "Failed to resume the reminders.",
  }),
};

/** Of the list and the page: a form without an intent sets the status. */
export const bookingActions = {
  ...deletionActions({ remove: deleteBooking, restore: restoreBooking, words: bookingDeletion }),
  status: formAction({
    failure: notUpdated,
    async run({ db, by, id, form }) {
      const checked = check(amebStatusSchema, { id, ...formValues(form) });
      if (!checked.ok) return { ok: false, message: notUpdated, status: 422 };
      const outcome = await setAmebStatus(db, by, checked.value);
      if (outcome.ok) return { ok: true, message: "Status updated successfully!" };
      if (outcome.reason === "not-found")
        return { ok: false, message: `${notUpdated} This booking no longer exists.`, status: 404 };
      const why =
        outcome.reason === "overlaps"
          ? `${saysOverlaps(outcome.overlaps)} To book it anyway, open its Edit form.`
          : `Another tab has since set it to ${amebStatusLabels[outcome.now]}.`;
      return { ok: false, message: `${notUpdated} ${why}` };
    },
  }),
};

/** `version` and `seen` are those of the opened form, which must not become a newer one's on a reload. */
export const saveBooking = formAction<BookingFormState>({
  failure: "Failed to save booking.",
  async run({ db, by, id, form, values, keep }) {
    const posted = formValues(form);
    const texts = postedTexts(posted);
    // A service that was unticked is not posted.
    keep({ values: { ...values, ...texts } });
    const isSure = posted[sureName] === "on";
    const over = keysIn(values[overName] ?? "");
    const version = Number(values.version) || 0;
    const outcome = await editBooking(db, by, id, { version, texts, isSure, over });
    if (outcome.ok) return redirect(href("/admin/ameb-bookings/:id", { id }), 303);
    if (outcome.reason === "not-found")
      return { ok: false, message: "This booking no longer exists.", status: 404 };
    if (outcome.reason === "invalid") {
      const { errors, overlaps } = outcome;
      return { ok: false, errors, ...(overlaps && { over: overlaps.map(overlapKey).join(" ") }) };
    }
    const current = textsOf(outcome.current);
    const merged = mergeTexts(readSeen(values.seen, postedTexts) ?? current, texts, current);
    const opened = { version: String(outcome.current.version), seen: JSON.stringify(current) };
    return {
      ok: false,
      message: refusal(outcome, by),
      values: { ...merged.texts, ...opened },
      theirs: merged.theirs,
    };
  },
});

function refusal({ last }: Extract<EditOutcome, { reason: "changed" }>, by: Administrator): string {
  const who = !last
    ? "this booking was changed"
    : `${last.actor === by.email ? "you" : last.actor} changed this booking`;
  const when = last ? ` (${shortTime(last.at, melbourneDay(new Date()))})` : "";
  return `Not saved: ${who} in the meantime${when}. What you typed is still here: check it and save again.`;
}
