import { data, href, redirect } from "react-router";
import type { AuthRefusal } from "#app/features/auth/auth-result.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { changeQuery } from "#app/ui/admin/list-query.ts";

/** Recovery codes are shown only in this reply. */
export type AccountState = FormState & { intent: string; recoveryCodes?: readonly string[] };

/** `id`: the factor or session that the form names. */
export type AccountForm = {
  request: Request;
  administrator: Administrator;
  intent: string;
  id: string;
};

type AccountAnswer = Response | ReturnType<typeof data<AccountState>>;
export type AccountAction = (form: AccountForm) => Promise<AccountAnswer>;

export const backToAccount = (
  notice: string,
  headers = new Headers(),
  page: string | null = null,
) =>
  redirect(href("/admin/account") + changeQuery(new URLSearchParams({ notice }), { page }), {
    headers,
  });

export const backToFactors = (headers = new Headers()) =>
  redirect(`${href("/admin/account")}#factors`, { headers });

export function refusedForm(
  { intent }: AccountForm,
  { message, status, headers }: AuthRefusal,
  field?: string,
) {
  const said = field ? { errors: { [field]: message } } : { message };
  return data<AccountState>({ intent, ok: false, ...said }, { status, headers });
}

export function invalidForm(
  { intent }: AccountForm,
  reply: { data: FormState; init: ResponseInit | null },
) {
  return data<AccountState>({ ...reply.data, intent }, reply.init ?? {});
}

export function shownRecoveryCodes(
  { intent }: AccountForm,
  message: string,
  recoveryCodes: readonly string[],
  headers: Headers,
) {
  return data<AccountState>({ intent, ok: true, message, recoveryCodes }, { headers });
}
