import { data, href, redirect } from "react-router";
import * as z from "zod/mini";
import { endSession } from "#app/features/account/queries.server.ts";
import type { AuthApi } from "#app/features/auth/auth.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type AuthRefusal,
  callAuth,
  type ServerCall,
  getSignedIn,
} from "#app/features/auth/session.server.ts";
import {
  codeSchema,
  phoneSchema,
  changePasswordSchema,
  reauthenticateSchema,
} from "#app/features/auth/schema.ts";
import { endOtherSessions } from "#app/features/auth/sessions.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { changeQuery } from "#app/ui/admin/list-query.ts";

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
type AccountAction = (form: AccountForm) => Promise<AccountAnswer>;

const backToAccount = (notice: string, headers = new Headers(), page: string | null = null) =>
  redirect(href("/admin/account") + changeQuery(new URLSearchParams({ notice }), { page }), {
    headers,
  });

const backToFactors = (headers: Headers) =>
  redirect(`${href("/admin/account")}#factors`, { headers });

function refusedForm(
  { intent }: AccountForm,
  { message, status, headers }: AuthRefusal,
  field?: string,
) {
  const said = field ? { errors: { [field]: message } } : { message };
  return data<AccountState>({ intent, ok: false, ...said }, { status, headers });
}

type NewCodes = { recoveryCodes?: readonly string[] };
type Done<Body> = { headers: Headers; body: Body };

const showCodes = (
  { intent }: AccountForm,
  message: string,
  { headers, body: { recoveryCodes } }: Done<NewCodes>,
) => data<AccountState>({ intent, ok: true, message, recoveryCodes }, { headers });

/** Calls an endpoint with the form's values. A refusal is shown beside `field`, or above the page. */
function change<S extends z.ZodMiniType, Body>(
  schema: S,
  call: (
    api: AuthApi,
    input: ServerCall & { params: { id: string } },
    values: z.output<S>,
  ) => Promise<Response>,
  answer: (done: Done<Body>, form: AccountForm) => AccountAnswer | Promise<AccountAnswer>,
  field?: string,
): AccountAction {
  return async (form) => {
    const { request, intent, id } = form;
    const given = await parseForm(request, schema);
    if (!given.ok)
      return data<AccountState>({ ...given.reply.data, intent }, given.reply.init ?? {});
    const outcome = await callAuth<Body>(request, (api, input) =>
      call(api, { ...input, params: { id } }, given.value),
    );
    return outcome.ok ? answer(outcome, form) : refusedForm(form, outcome, field);
  };
}

const noFields = z.object({});

export const accountActions: Readonly<Record<string, AccountAction>> = {
  password: change(
    changePasswordSchema,
    (api, call, body) => api.changePassword({ ...call, body }),
    ({ headers }) => backToAccount("password-changed", headers),
  ),
  reauthenticate: change(
    reauthenticateSchema,
    (api, call, body) => api.reauthenticate({ ...call, body }),
    ({ headers }) => backToFactors(headers),
    "password",
  ),
  "enrol-totp": change(
    noFields,
    (api, call) => api.enrolFactor({ ...call, body: { type: "totp" } }),
    ({ headers }) => backToFactors(headers),
  ),
  "verify-totp": change(
    codeSchema,
    (api, call, body) => api.verifyFactor({ ...call, body }),
    (done: Done<NewCodes>, form) =>
      done.body.recoveryCodes
        ? showCodes(form, "Your authenticator app is set up.", done)
        : backToAccount("factor-added", done.headers),
    "code",
  ),
  /** The first code is entered on the sign-in's page for codes. */
  "enrol-phone": change(
    phoneSchema,
    (api, call, { phone }) => api.enrolFactor({ ...call, body: { type: "phone", phone } }),
    async ({ body: { id } }: Done<{ id: string }>, form) => {
      const sent = await callAuth(form.request, (api, call) =>
        api.challengeFactor({ ...call, params: { id } }),
      );
      return sent.ok
        ? redirect(`${href("/login/code")}?type=phone_change`)
        : refusedForm(form, sent);
    },
  ),
  "remove-factor": change(
    noFields,
    (api, call) => api.removeFactor(call),
    ({ headers }) => backToAccount("factor-removed", headers),
  ),
  "recovery-codes": change(
    noFields,
    (api, call) => api.renewRecoveryCodes(call),
    (done: Done<NewCodes>, form) =>
      showCodes(form, "Your old recovery codes no longer work.", done),
  ),
  async "end-session"({ request, administrator, id }) {
    await endSession(getDb(), administrator, id);
    const page = new URL(request.url).searchParams.get("page");
    return backToAccount("session-ended", undefined, page);
  },
  async "end-others"({ request, administrator }) {
    const { sessionId } = (await getSignedIn(request))!;
    await getDb().transaction((tx) => endOtherSessions(tx, administrator, sessionId));
    return backToAccount("others-ended");
  },
};
