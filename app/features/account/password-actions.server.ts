import { callAuth } from "#app/features/auth/page-calls.server.ts";
import { changePasswordSchema, reauthenticateSchema } from "#app/features/auth/schema.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import {
  type AccountAction,
  backToAccount,
  backToFactors,
  invalidForm,
  refusedForm,
} from "./form.server.ts";

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
