import { data, href, redirect } from "react-router";
import { type AuthRefusal, callAuth, callSignedIn } from "#app/features/auth/page-calls.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { changeQuery } from "#app/ui/admin/list-query.ts";
import { enrolFactor, renewOwnRecoveryCodes } from "#app/features/auth/factors.server.ts";
import { normalisePhone } from "#app/features/auth/phone.ts";
import { challengeFactor, removeOwnFactor } from "#app/features/auth/second-factor.server.ts";
import {
  codeSchema,
  phoneSchema,
  changePasswordSchema,
  reauthenticateSchema,
} from "#app/features/auth/schema.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";
import { endOtherSessions } from "#app/features/auth/sessions.server.ts";
import { endSession } from "#app/features/account/queries.server.ts";

/** Recovery codes are shown only in this reply. */
export type AccountState = FormState & { intent: string; recoveryCodes?: readonly string[] };

/** `id`: the factor or session that the form names. */
type AccountForm = {
  request: Request;
  administrator: Administrator;
  intent: string;
  id: string;
};

type AccountAnswer = Response | ReturnType<typeof data<AccountState>>;
export type AccountAction = (form: AccountForm) => Promise<AccountAnswer>;

const backToAccount = (notice: string, headers = new Headers(), page: string | null = null) =>
  redirect(href("/admin/account") + changeQuery(new URLSearchParams({ notice }), { page }), {
    headers,
  });

const backToFactors = (headers = new Headers()) =>
  redirect(`${href("/admin/account")}#factors`, { headers });

function refusedForm(
  { intent }: AccountForm,
  { message, status, headers }: AuthRefusal,
  field?: string,
) {
  const said = field ? { errors: { [field]: message } } : { message };
  return data<AccountState>({ intent, ok: false, ...said }, { status, headers });
}

function invalidForm(
  { intent }: AccountForm,
  reply: { data: FormState; init: ResponseInit | null },
) {
  return data<AccountState>({ ...reply.data, intent }, reply.init ?? {});
}

function shownRecoveryCodes(
  { intent }: AccountForm,
  message: string,
  recoveryCodes: readonly string[],
  headers: Headers,
) {
  return data<AccountState>({ intent, ok: true, message, recoveryCodes }, { headers });
}

const secret = () => installationSecret(getSettings());

const enrolTotp: AccountAction = async (form) => {
  const outcome = await callSignedIn(form.request, "/factors", ({ id }) =>
    enrolFactor(getDb(), secret(), id, { type: "totp" }),
  );
  return outcome.ok ? backToFactors() : refusedForm(form, outcome);
};

const verifyTotp: AccountAction = async (form) => {
  const given = await parseForm(form.request, codeSchema);
  if (!given.ok) return invalidForm(form, given.reply);
  const outcome = await callAuth<{ recoveryCodes?: string[] }>(form.request, (api, call) =>
    api.verifyFactor({ ...call, params: { id: form.id }, body: given.value }),
  );
  if (!outcome.ok) return refusedForm(form, outcome, "code");
  const { recoveryCodes } = outcome.body;
  return recoveryCodes
    ? shownRecoveryCodes(form, "Your authenticator app is set up.", recoveryCodes, outcome.headers)
    : backToAccount("factor-added", outcome.headers);
};

/** The first code is entered on the sign-in's page for codes. */
const enrolPhone: AccountAction = async (form) => {
  const given = await parseForm(form.request, phoneSchema);
  if (!given.ok) return invalidForm(form, given.reply);
  const phone = normalisePhone(given.value.phone)!;
  const started = await callSignedIn(form.request, "/factors", ({ id }) =>
    enrolFactor(getDb(), secret(), id, { type: "phone", phone }),
  );
  if (!started.ok) return refusedForm(form, started);
  const sent = await callSignedIn(form.request, "/factors/:id/challenge", (current) =>
    challengeFactor(getDb(), current, started.body.id, form.request.headers),
  );
  return sent.ok ? redirect(`${href("/login/code")}?type=phone_change`) : refusedForm(form, sent);
};

const remove: AccountAction = async (form) => {
  const outcome = await callSignedIn(form.request, "/factors/:id/remove", (current) =>
    removeOwnFactor(getDb(), current, form.id),
  );
  return outcome.ok ? backToAccount("factor-removed") : refusedForm(form, outcome);
};

const renewRecoveryCodes: AccountAction = async (form) => {
  const outcome = await callSignedIn(form.request, "/recovery-codes", (current) =>
    renewOwnRecoveryCodes(getDb(), secret(), current),
  );
  const message = "Your old recovery codes no longer work.";
  return outcome.ok
    ? shownRecoveryCodes(form, message, outcome.body, outcome.headers)
    : refusedForm(form, outcome);
};

export const factorActions = {
  "enrol-totp": enrolTotp,
  "verify-totp": verifyTotp,
  "enrol-phone": enrolPhone,
  "remove-factor": remove,
  "recovery-codes": renewRecoveryCodes,
};

const changePassword: AccountAction = async (form) => {
  const given = await parseForm(form.request, changePasswordSchema);
  if (!given.ok) return invalidForm(form, given.reply);
  const outcome = await callAuth(form.request, (api, call) =>
    api.changePassword({ ...call, body: given.value }),
  );
  return outcome.ok
    ? backToAccount("password-changed", outcome.headers)
    : refusedForm(form, outcome);
};

const reauthenticate: AccountAction = async (form) => {
  const given = await parseForm(form.request, reauthenticateSchema);
  if (!given.ok) return invalidForm(form, given.reply);
  const outcome = await callAuth(form.request, (api, call) =>
    api.reauthenticate({ ...call, body: given.value }),
  );
  return outcome.ok ? backToFactors(outcome.headers) : refusedForm(form, outcome, "password");
};

export const passwordActions = { password: changePassword, reauthenticate };

const endOne: AccountAction = async ({ request, administrator, id }) => {
  await endSession(getDb(), administrator, id);
  const page = new URL(request.url).searchParams.get("page");
  return backToAccount("session-ended", undefined, page);
};

const endOthers: AccountAction = async ({ request, administrator }) => {
  const { sessionId } = (await getSignedIn(request))!;
  await getDb().transaction((tx) => endOtherSessions(tx, administrator, sessionId));
  return backToAccount("others-ended");
};

export const sessionActions = { "end-session": endOne, "end-others": endOthers };
