import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { addBlock } from "#app/features/diary/add.server.ts";
import { entryLimits } from "#app/features/diary/admin/entry-rules.ts";
import { titleOfAway } from "#app/features/diary/admin/entry-kinds.ts";
import { keysIn, overlapsInWords, showOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { awaySchema, awaySpan } from "#app/features/diary/away-schema.ts";
import { callOff, canBeCalledOff } from "#app/features/diary/call-off.server.ts";
import { cancelAppointment } from "#app/features/diary/cancel.server.ts";
import { undoCallOff } from "#app/features/diary/undo-call-off.server.ts";
import { asOwner } from "#app/features/diary/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { HoursState } from "#app/features/services/admin/hours-state.ts";
import { hoursToasts } from "#app/features/services/hours-words.ts";
import { countCharacters } from "#app/values/text.ts";
import { isUuid } from "#app/values/uuid.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";

type Posted = { request: Request; values: Record<string, string>; by: Administrator };

/** Over what is booked only once the owner has said that she is sure. */
export async function addAway({ request, values, by }: Posted) {
  const of = "away";
  const form = await parseForm(request, awaySchema);
  if (!form.ok) return data<HoursState>({ ...form.reply.data, of }, 422);
  const { start, end } = awaySpan(form.value)!;
  const away = {
    kind: "away",
    title: form.value.awayTitle || titleOfAway,
    startsAt: start,
    endsAt: end,
    over: keysIn(values.over),
    key: guardOf(values).key,
  } as const;
  const added = { ok: true, message: hoursToasts.away.success.title, of } as const;
  const cancelled = entriesTicked(values.cancelled);
  const isCallingOff = values.sure === "cancel" && cancelled.length > 0;
  const reason = (values.reason ?? "").trim();
  const isTooLong = isCallingOff && countCharacters(reason) > entryLimits.noteMax;
  if (isCallingOff && !isTooLong) {
    if ((await callOff(getDb(), by, { away, cancelled, reason })).ok)
      return data<HoursState>({
        ...added,
        notice: "Those cancelled get an email in ten minutes, unless you undo it.",
      });
  }
  // What was ticked and has changed is shown as it stands now.
  const over = values.sure === "yes" ? away.over : [];
  const result = await addBlock(getDb(), by, { ...away, over });
  if (result.ok) return data<HoursState>(added);
  const overlaps = showOverlaps(result.overlaps);
  const cancellable = result.overlaps.flatMap((overlap) =>
    overlap.entry && canBeCalledOff(overlap.entry)
      ? {
          value: `${overlap.entry.id} ${overlap.entry.version}`,
          label: overlapsInWords([overlap])[0]!,
        }
      : [],
  );
  // As with wrong fields the page says it all: a toast of a failure would lie over the button that answers.
  const errors = isTooLong
    ? { reason: `Please keep it under ${entryLimits.noteMax} characters.` }
    : {};
  return data<HoursState>(
    { ok: false, errors, overlaps, cancellable, values, of },
    isTooLong ? 422 : 409,
  );
}

/** `id version`, one a line. */
const entriesTicked = (typed = "") =>
  typed.split("\n").flatMap((line) => {
    const [id = "", version] = line.split(" ");
    return isUuid(id) ? { id, version: Number(version) || 0 } : [];
  });

const notUndone = {
  "not-found": "This time away is gone.",
  late: "Not undone: the emails are on their way.",
  changed: "Not undone: some of what was cancelled has been changed since.",
};

export async function undoAway({ values, by }: Posted) {
  const of = "undo-away";
  const result = await undoCallOff(getDb(), by, values.id ?? "");
  if (result.ok) return data<HoursState>({ ok: true, message: hoursToasts[of].success.title, of });
  const status = result.reason === "not-found" ? 404 : 409;
  return data<HoursState>({ ok: false, message: notUndone[result.reason], of }, status);
}

/** One that is gone already counts as removed. */
export async function removeAway({ values, by }: Posted) {
  const of = "remove-away";
  const { id = "", version } = values;
  const result = await cancelAppointment(getDb(), asOwner(by), {
    id,
    version: Number(version) || 0,
  });
  if (result.ok || result.reason === "not-found")
    return data<HoursState>({ ok: true, message: hoursToasts[of].success.title, of });
  const message = "Not removed: it was changed meanwhile. Here is what stands now.";
  return data<HoursState>({ ok: false, message, of }, 409);
}
