import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  listRegistrations,
  saveBusinessDetails,
  addRegistration,
  changeRegistration,
  type RegistrationOutcome,
  removeRegistration,
  setNextNumber,
} from "#app/features/invoices/business-settings.server.tsx";
import {
  businessSchema,
  registrationSchema,
  businessTexts,
  postedBusiness,
  businessToasts,
  type RegistrationIntent,
  type SettingsIntent,
  registrationToasts,
  nextNumberSchema,
  settingsToasts,
} from "#app/features/invoices/business.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { mergeTexts } from "#app/values/merge-texts.ts";
import { formValues, check } from "#app/values/rules.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { issuingRefusals } from "#app/features/invoices/copy.ts";
import { reissueWithGst } from "#app/features/invoices/reissue.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import { formatCount } from "#app/values/wording.ts";
import type { SettingsState } from "./parts.tsx";

const reply = (of: string, state: SettingsState, status = 200) =>
  data<SettingsState>({ ...state, of }, status);

async function saveDetails(request: Request, by: Administrator) {
  const of = "details";
  const posted = await readForm(request);
  const version = Number(textOf(posted, "version"));
  const seen = seenTexts(textOf(posted, "seen"));
  // The form keeps the version it was opened with, even if the page reloads.
  const opened = seen && { current: { version, seen, theirs: {} } };
  const registrations = await listRegistrations(getDb());
  const form = await parseForm(request, businessSchema(registrations.length > 0));
  if (!form.ok) return reply(of, { ...form.reply.data, ...opened }, 422);
  const { values } = form;
  const outcome = await saveBusinessDetails(getDb(), by, version, form.value);
  if (outcome.ok) {
    const message = businessToasts.success.title;
    const notice =
      outcome.next &&
      `Your next invoice will be ${outcome.next}. Numbers already issued stay as they are.`;
    return reply(of, { ok: true, message, ...(notice && { notice }) });
  }
  if (outcome.reason === "invalid")
    return reply(of, { ok: false, errors: outcome.errors, values, ...opened }, 422);
  const stands = businessTexts(outcome.current);
  const merged = mergeTexts(seen ?? stands, postedBusiness(values), stands);
  const current = { version: outcome.current.version, seen: stands, theirs: merged.theirs };
  const message =
    "Not saved: the details were changed meanwhile. What you typed is still here: check it and save again.";
  return reply(of, { ok: false, message, values: merged.texts, current }, 409);
}

function seenTexts(json: string) {
  try {
    return postedBusiness(JSON.parse(json));
  } catch {
    return null;
  }
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

/** The period as the page showed it, not as typed. */
function seenPeriod(form: FormData) {
  return { starts: textOf(form, "seenStarts"), ends: textOf(form, "seenEnds") || null };
}

async function saveRegistration(request: Request, by: Administrator, intent: RegistrationIntent) {
  const form = await readForm(request);
  const id = textOf(form, "id");
  const of = intent === "add" ? "new" : id;
  if (intent === "remove")
    return answer(of, intent, await removeRegistration(getDb(), by, id, seenPeriod(form)));
  const typed = await parseForm(request, registrationSchema);
  if (!typed.ok) return reply(of, typed.reply.data, 422);
  const changed = { ...typed.value, starts: typed.value.starts! };
  const outcome =
    intent === "add"
      ? await addRegistration(getDb(), by, changed)
      : await changeRegistration(getDb(), by, id, { seen: seenPeriod(form), changed });
  return answer(of, intent, outcome, typed.values);
}

function answer(
  of: string,
  intent: RegistrationIntent,
  outcome: RegistrationOutcome,
  values?: Record<string, string>,
) {
  const toasts = registrationToasts[intent];
  if (outcome.ok) return reply(of, { ok: true, message: toasts.success.title });
  const kept = values && { values };
  if (outcome.reason === "invalid")
    return reply(of, { ok: false, errors: { starts: outcome.message }, ...kept }, 422);
  const message = `${toasts.failure.title.replace(/\.$/, "")}: it was changed meanwhile.`;
  return reply(of, { ok: false, message }, 409);
}

const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formValues(form)).map(([name, value]) => [name, [value].flat().join("\n")]),
  );

const settingsActions: Readonly<
  Record<string, (request: Request, by: Administrator) => ReturnType<typeof saveDetails>>
> = {
  details: saveDetails,
  add: (request, by) => saveRegistration(request, by, "add"),
  change: (request, by) => saveRegistration(request, by, "change"),
  remove: (request, by) => saveRegistration(request, by, "remove"),
};

export async function saveSettings(request: Request, by: Administrator) {
  const form = await readForm(request);
  const intent = textOf(form, "intent");
  if (!Object.hasOwn(settingsActions, intent) && !Object.hasOwn(settingsTasks, intent))
    return reply("details", { ok: false, message: "Choose an action." }, 400);
  try {
    if (Object.hasOwn(settingsTasks, intent)) {
      const task = settingsTasks[intent as SettingsIntent];
      const { status, state } = await task(by, textsOf(form));
      return data<SettingsState>(state, status);
    }
    return await settingsActions[intent]!(request, by);
  } catch (error) {
    log.error({ err: error }, "business details not saved");
    const of = intent === "add" ? "new" : textOf(form, "id") || "details";
    const values = textsOf(form);
    const message = businessToasts.failure.title;
    return reply(of, { ok: false, message, values, ...unknownOutcomeOf(error) }, 503);
  }
}

type Values = Record<string, string>;
type Task = (
  by: Administrator,
  values: Values,
) => Promise<{ status: number; state: SettingsState }>;

const done = (message: string) => ({ status: 200, state: { ok: true, of: "task", message } });
const refused = (message: string) => ({ status: 409, state: { ok: false, of: "task", message } });

const settingsTasks: Record<SettingsIntent, Task> = {
  async number(by, values) {
    const of = `number ${values.kind}`;
    const invalid = (errors: SettingsState["errors"]) => ({
      status: 422,
      state: { ok: false, of, errors, values },
    });
    const checked = check(nextNumberSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const { kind, next } = checked.value;
    const result = await setNextNumber(getDb(), by, kind, next);
    if (result.ok) return done(settingsToasts.number.success.title);
    return invalid({ next: `Numbers only go up: ${result.next} is the lowest you can choose.` });
  },
  async resend(by, values) {
    const ids = (values.ids ?? "").split(" ").filter(Boolean);
    let sent = 0;
    for (const id of ids) {
      const result = await sendInvoice(getDb(), by, id, new Date(), guardOf(values).key);
      if (result.ok) sent++;
    }
    if (sent < ids.length || sent === 0)
      return refused(`Sent ${formatCount(sent)} of ${formatCount(ids.length)}. Check the others.`);
    return done(settingsToasts.resend.success.title);
  },
  async reissue(by, values) {
    const result = await reissueWithGst(getDb(), by, values.id ?? "");
    if (result.ok)
      return done(`${result.invoice.number} takes the place of ${result.replaced.number}.`);
    return refused(
      result.reason === "changed"
        ? "Not issued: this invoice was changed meanwhile."
        : issuingRefusals[result.reason],
    );
  },
};
