import { data, href, redirect } from "react-router";
import { endOtherSessions, endSession } from "#app/features/account/sessions.server.ts";
import { FactorSettings } from "#app/features/account/factor-settings.tsx";
import { countRecoveryCodes } from "#app/features/auth/recovery-codes.server.ts";
import { listFactors } from "#app/features/auth/factors.server.ts";
import { sessionList, signInList } from "#app/features/account/sessions.server.ts";
import { PasswordSettings } from "#app/features/account/password-settings.tsx";
import { hasPassword } from "#app/features/auth/credentials.server.ts";
import { listSessions, listSignIns } from "#app/features/account/sessions.server.ts";
import {
  changePasswordSchema,
  codeSchema,
  phoneSchema,
  reauthenticateSchema,
} from "#app/features/auth/schema.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";
import { SessionList } from "#app/features/account/session-list.tsx";
import { SignInList, signInPage } from "#app/features/account/sign-in-list.tsx";
import { callAuth, type AuthResult } from "#app/features/auth/sign-in.server.ts";
import { showFactors } from "#app/features/account/show-factors.server.ts";
import { accountNotice } from "#app/features/auth/copy.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, readForm } from "#app/server/http/forms.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { changeQuery, readListQuery } from "#app/ui/admin/list-query.ts";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";
import type { Route } from "./+types/account";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Account" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const asker = currentAdministrator(context);
  const { searchParams } = new URL(request.url);
  const db = getDb();
  const signedIn = await getSignedIn(request);
  const fresh = signedIn?.fresh ?? false;
  const factors = await listFactors(db, asker.userId);
  return {
    email: asker.email,
    current: signedIn?.sessionId ?? null,
    fresh,
    notice: accountNotice(searchParams.get("notice")),
    hasPassword: await hasPassword(db, asker),
    // One that is being set up shows its secret: to nobody but who has just shown who it is.
    factors: await showFactors(
      factors.filter(({ verifiedAt }) => fresh || verifiedAt),
      asker.email,
    ),
    recoveryCodesLeft: await countRecoveryCodes(db, asker.userId),
    sessions: await listSessions(db, asker, readListQuery(searchParams, sessionList)),
    signIns: await listSignIns(db, asker, readListQuery(searchParams, signInList, signInPage)),
  };
}

/** What the page's forms come to: which of them it was, how it went, and codes that are shown this once. */
export type AccountState = FormState & { intent: string; recoveryCodes?: string[] };

const back = (notice: string, headers = new Headers(), page: string | null = null) =>
  redirect(href("/admin/account") + changeQuery(new URLSearchParams({ notice }), { page }), {
    headers,
  });

export async function action({ request, context }: Route.ActionArgs) {
  const asker = currentAdministrator(context);
  const form = await readForm(request);
  const intent = String(form.get("intent") ?? "");
  const id = String(form.get("id") ?? "");
  const refused = (outcome: Extract<AuthResult, { ok: false }>) =>
    data<AccountState>(
      { intent, ok: false, message: outcome.message },
      { status: outcome.status, headers: outcome.headers },
    );
  const wrong = (reply: { data: FormState; init: ResponseInit | null }) =>
    data<AccountState>({ ...reply.data, intent }, reply.init ?? {});

  switch (intent) {
    case "password": {
      const given = await parseForm(request, changePasswordSchema);
      if (!given.ok) return wrong(given.reply);
      const outcome = await callAuth(request, "/api/auth/change-password", given.value);
      return outcome.ok ? back("password-changed", outcome.headers) : refused(outcome);
    }
    case "reauthenticate": {
      const given = await parseForm(request, reauthenticateSchema);
      if (!given.ok) return wrong(given.reply);
      const outcome = await callAuth(request, "/api/auth/reauthenticate", given.value);
      if (outcome.ok)
        return redirect(`${href("/admin/account")}#factors`, { headers: outcome.headers });
      return data<AccountState>(
        { intent, ok: false, errors: { password: outcome.message } },
        { status: outcome.status, headers: outcome.headers },
      );
    }
    case "enrol-totp": {
      const outcome = await callAuth(request, "/api/auth/factors", { type: "totp" });
      return outcome.ok ? redirect(`${href("/admin/account")}#factors`) : refused(outcome);
    }
    case "enrol-phone": {
      const given = await parseForm(request, phoneSchema);
      if (!given.ok) return wrong(given.reply);
      const started = await callAuth(request, "/api/auth/factors", {
        type: "phone",
        phone: given.value.phone,
      });
      if (!started.ok) return refused(started);
      const sent = await callAuth(
        request,
        `/api/auth/factors/${String(started.body.id)}/challenge`,
      );
      return sent.ok ? redirect(`${href("/login/code")}?type=phone_change`) : refused(sent);
    }
    case "verify-totp": {
      const given = await parseForm(request, codeSchema);
      if (!given.ok) return wrong(given.reply);
      const outcome = await callAuth(
        request,
        `/api/auth/factors/${encodeURIComponent(id)}/verify`,
        given.value,
      );
      if (!outcome.ok)
        return data<AccountState>(
          { intent, ok: false, errors: { code: outcome.message } },
          { status: outcome.status, headers: outcome.headers },
        );
      const { recoveryCodes } = outcome.body as { recoveryCodes?: string[] };
      return recoveryCodes
        ? data<AccountState>(
            { intent, ok: true, message: "Your authenticator app is set up.", recoveryCodes },
            { headers: outcome.headers },
          )
        : back("factor-added", outcome.headers);
    }
    case "remove-factor": {
      const outcome = await callAuth(request, `/api/auth/factors/${encodeURIComponent(id)}/remove`);
      return outcome.ok ? back("factor-removed") : refused(outcome);
    }
    case "recovery-codes": {
      const outcome = await callAuth(request, "/api/auth/recovery-codes");
      return outcome.ok
        ? data<AccountState>({
            intent,
            ok: true,
            message: "The old recovery codes are worth nothing any more.",
            recoveryCodes: outcome.body.recoveryCodes as string[],
          })
        : refused(outcome);
    }
    case "end-session":
      await endSession(getDb(), asker, id);
      return back("session-ended", undefined, new URL(request.url).searchParams.get("page"));
    case "end-others":
      await endOtherSessions(getDb(), asker, (await getSignedIn(request))!.sessionId);
      return back("others-ended");
    default:
      return data<AccountState>(
        { intent, ok: false, message: "The form did not arrive whole. Please send it again." },
        400,
      );
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const state: AccountState | undefined = actionData;
  const { email, current, notice, factors, recoveryCodesLeft, sessions, signIns } = loaderData;
  const said = state?.message ?? (state ? null : notice);
  return (
    <div className="flex max-w-4xl flex-col gap-12">
      <div className="flex flex-col gap-4">
        <h1 className="sr-only">Account</h1>
        <p>
          You sign in as <strong className="font-semibold wrap-anywhere">{email}</strong>.
        </p>
        {said && <FormMessage ok={state?.ok ?? true}>{said}</FormMessage>}
        {state?.recoveryCodes && <RecoveryCodes codes={state.recoveryCodes} />}
      </div>
      <PasswordSettings
        hasPassword={loaderData.hasPassword}
        email={email}
        errors={state?.intent === "password" ? state.errors : undefined}
      />
      <FactorSettings
        fresh={loaderData.fresh}
        hasPassword={loaderData.hasPassword}
        factors={factors}
        recoveryCodesLeft={recoveryCodesLeft}
        errors={state && state.intent !== "password" ? state.errors : undefined}
        values={state?.values}
      />
      <SessionList sessions={sessions} current={current} />
      <SignInList signIns={signIns} />
    </div>
  );
}
