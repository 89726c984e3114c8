import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { HoursState } from "#app/features/services/admin/hours-state.ts";
import { closeDays } from "#app/features/services/days-commands.server.ts";
import { termSchema } from "#app/features/services/hours-schema.ts";
import { hoursToasts } from "#app/features/services/hours-words.ts";
import { holidaysAhead } from "#app/features/services/public-holidays.ts";
import { addTerm, removeTerm } from "#app/features/services/school-terms.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { stillBooked } from "./still-booked.server.ts";

type Posted = { request: Request; values: Record<string, string>; by: Administrator };

/** Ignores ticked days that are not public holidays. */
export async function closeHolidays({ values, by }: Posted) {
  const ticked = new Set((values.closed ?? "").split("\n"));
  const holidays = holidaysAhead(melbourneDay(new Date())).filter(({ day }) => ticked.has(day));
  const closed = holidays.map(({ day, name }) => ({ day, note: name }));
  if (closed.length === 0) {
    const refusal = { ok: false, message: "Tick at least one day.", of: "close-days" } as const;
    return data<HoursState>(refusal, 422);
  }
  await closeDays(getDb(), by, closed);
  const notice = await stillBooked(
    getDb(),
    closed.map(({ day }) => ({ day, hours: [] })),
  );
  const message = hoursToasts["close-days"].success.title;
  return data<HoursState>({ ok: true, message, notice, of: "close-days" });
}

export async function postTerm({ request, values, by }: Posted) {
  const form = await parseForm(request, termSchema);
  if (!form.ok) return data<HoursState>({ ...form.reply.data, of: "term" }, 422);
  const { termName, termFrom, termUntil } = form.value;
  const term = { name: termName, firstDay: termFrom, lastDay: termUntil };
  await addTerm(getDb(), by, term, guardOf(values).key);
  return data<HoursState>({ ok: true, message: hoursToasts.term.success.title, of: "term" });
}

/** An already removed term counts as removed. */
export async function postTermRemoval({ values, by }: Posted) {
  await removeTerm(getDb(), by, values.id ?? "");
  const message = hoursToasts["remove-term"].success.title;
  return data<HoursState>({ ok: true, message, of: "remove-term" });
}
