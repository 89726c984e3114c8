import { data, href, redirect } from "react-router";
import { callAuth, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { sentMessages } from "#app/features/auth/copy.ts";
import { listFactors } from "#app/features/auth/factors.server.ts";
import {
  codeSchema,
  emailCodeSchema,
  emailSchema,
  phoneSchema,
  textCodeSchema,
} from "#app/features/auth/schema.ts";
import { getSignedIn, nextPathOf } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import type { CodeState } from "./steps.tsx";

/** The unverified phone number of the signed-in user, or null. */
export async function newPhoneOf(request: Request) {
  const signedIn = await getSignedIn(request);
  const factors = signedIn ? await listFactors(getDb(), signedIn.id) : [];
  return factors.find(({ type, verifiedAt }) => type === "phone" && !verifiedAt) ?? null;
}

export const codeChannels = {
  email: {
    field: "email",
    asking: emailSchema,
    giving: emailCodeSchema,
    send: (request: Request, email: string) =>
      callAuth(request, (api, call) => api.sendEmailCode({ ...call, body: { email } })),
    verify: (request: Request, email: string, otp: string, rememberMe: boolean) =>
      callAuth(request, (api, call) =>
        api.signInEmailCode({ ...call, body: { email, otp, rememberMe } }),
      ),
    sent: sentMessages.emailCode,
  },
  sms: {
    field: "phone",
    asking: phoneSchema,
    giving: textCodeSchema,
    send: (request: Request, phoneNumber: string) =>
      callAuth(request, (api, call) => api.sendTextCode({ ...call, body: { phoneNumber } })),
    verify: (request: Request, phoneNumber: string, code: string, rememberMe: boolean) =>
      callAuth(request, (api, call) =>
        api.signInTextCode({ ...call, body: { phoneNumber, code, rememberMe } }),
      ),
    sent: sentMessages.textCode,
  },
} as const;

type Channel = (typeof codeChannels)[keyof typeof codeChannels];

export async function askForCode(request: Request, { field, asking, send, sent }: Channel) {
  const form = await parseForm<typeof asking>(request, asking);
  if (!form.ok) return form.reply;
  const to = form.values[field]!;
  const outcome = await send(request, to);
  // The code works only in this browser, identified by the device cookie.
  return outcome.ok
    ? data<CodeState>({ ok: true, message: sent, to }, { headers: outcome.headers })
    : formRefusal(outcome, form.values);
}

export async function giveCode(request: Request, { field, giving, verify }: Channel) {
  const form = await parseForm<typeof giving>(request, giving);
  if (!form.ok)
    return data<CodeState>(
      { ...form.reply.data, to: form.reply.data.values?.[field] ?? "" },
      form.reply.init ?? {},
    );
  const to = form.values[field]!;
  const outcome = await verify(request, to, form.value.code, form.value.remember);
  if (!outcome.ok)
    return data<CodeState>(
      { ok: false, message: outcome.message, to },
      { status: outcome.status, headers: outcome.headers },
    );
  throw redirect(nextPathOf(request), { headers: outcome.headers });
}

export async function changePhone(request: Request) {
  const started = await newPhoneOf(request);
  if (!started) throw redirect(href("/admin/account"));
  const form = await parseForm(request, codeSchema);
  if (!form.ok) return form.reply;
  const { id } = started;
  const outcome = await callAuth<{ recoveryCodes?: string[] }>(request, (api, call) =>
    api.verifyFactor({ ...call, params: { id }, body: form.value }),
  );
  if (!outcome.ok) return formRefusal(outcome);
  const { recoveryCodes } = outcome.body;
  if (!recoveryCodes) throw redirect(href("/admin/account"), { headers: outcome.headers });
  return data<CodeState>(
    { ok: true, message: "Your telephone number is verified.", recoveryCodes },
    { headers: outcome.headers },
  );
}
