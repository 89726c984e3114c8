import { href, redirect } from "react-router";
import { enrolFactor } from "#app/features/auth/enrolment.server.ts";
import { callAuth, callSignedIn } from "#app/features/auth/page-calls.server.ts";
import { normalisePhone } from "#app/features/auth/phone.ts";
import { renewOwnRecoveryCodes } from "#app/features/auth/recovery-codes.server.ts";
import { removeOwnFactor } from "#app/features/auth/remove-factor.server.ts";
import { codeSchema, phoneSchema } from "#app/features/auth/schema.ts";
import { challengeFactor } from "#app/features/auth/second-factor.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import {
  type AccountAction,
  backToAccount,
  backToFactors,
  invalidForm,
  refusedForm,
  shownRecoveryCodes,
} from "./form.server.ts";

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
