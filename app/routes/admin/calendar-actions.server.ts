import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import type { SourcesState } from "#app/features/calendars/admin/sources.tsx";
import { calendarSourceSchema } from "#app/features/calendars/schema.ts";
import {
  addCalendarSource,
  checkCalendarSource,
  removeCalendarSource,
} from "#app/features/calendars/sources.server.ts";
import { aheadInWords, type SourceIntent, sourceToasts } from "#app/features/calendars/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { formValues } from "#app/values/rules.ts";

const reply = (of: string, state: SourcesState, status = 200) =>
  data<SourcesState>({ ...state, of }, status);

const isGone = "That calendar was removed meanwhile.";

async function add(request: Request, by: Administrator) {
  const form = await parseForm(request, calendarSourceSchema);
  if (!form.ok) return reply("new", form.reply.data, 422);
  const added = await addCalendarSource(getDb(), by, form.value);
  if (!added.ok) return reply("new", { ...added, values: form.values }, 422);
  const { title } = sourceToasts["add-source"].success;
  return reply("new", { ok: true, message: `${title} It has ${aheadInWords(added.ahead)}.` });
}

async function check(id: string, by: Administrator) {
  const source = await checkCalendarSource(getDb(), by, id);
  if (!source) return reply(id, { ok: false, message: isGone }, 404);
  const { name, failingSince, error, ahead } = source;
  return failingSince
    ? reply(id, { ok: false, message: `${name} isn't working. ${error}` })
    : reply(id, { ok: true, message: `${name} works: ${aheadInWords(ahead)}.` });
}

async function remove(id: string, by: Administrator) {
  await removeCalendarSource(getDb(), by, id);
  return reply(id, { ok: true, message: sourceToasts["remove-source"].success.title });
}

/** Adds, checks or removes one of the owner's other calendars. */
export async function changeSources(
  intent: SourceIntent,
  request: Request,
  form: FormData,
  by: Administrator,
) {
  const id = intent === "add-source" ? "new" : String(form.get("id") ?? "");
  try {
    if (intent === "add-source") return await add(request, by);
    return await (intent === "check-source" ? check(id, by) : remove(id, by));
  } catch (error) {
    log.error({ err: error }, "calendars not changed");
    const { name, url } = formValues(form);
    const values = { name: String(name ?? ""), url: String(url ?? "") };
    const message = sourceToasts[intent].failure.title;
    const state = { ok: false, message, ...unknownOutcomeOf(error), values };
    return reply(id, state, 503);
  }
}
