import { data, href, Link } from "react-router";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";
import {
  listSessions,
  listSignIns,
  sessionList,
  signInList,
  showFactors,
} from "#app/features/account/queries.server.ts";
import { hasPassword } from "#app/features/auth/password.server.ts";
import { listFactors, countRecoveryCodes } from "#app/features/auth/factors.server.ts";
import { getSignedIn, currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { accountActions, type AccountState } from "./actions.server.ts";
import { FactorSettings } from "./factors.tsx";
import { PasswordSettings, SessionList, SignInList, signInPage } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Account" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const administrator = currentAdministrator(context);
  const { searchParams } = new URL(request.url);
  const db = getDb();
  const signedIn = await getSignedIn(request);
  const fresh = signedIn?.fresh ?? false;
  const factors = await listFactors(db, administrator.userId);
  return {
    email: administrator.email,
    role: administrator.role,
    current: signedIn?.sessionId ?? null,
    fresh,
    notice: accountNotice(searchParams.get("notice")),
    hasPassword: await hasPassword(db, administrator),
    // A factor that is being set up shows its secret, so only in a fresh session.
    factors: await showFactors(
      factors.filter(({ verifiedAt }) => fresh || verifiedAt),
      administrator.email,
    ),
    recoveryCodesLeft: await countRecoveryCodes(db, administrator.userId),
    sessions: await listSessions(db, administrator, readListQuery(searchParams, sessionList)),
    signIns: await listSignIns(
      db,
      administrator,
      readListQuery(searchParams, signInList, signInPage),
    ),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const administrator = currentAdministrator(context);
  const form = await readForm(request);
  const intent = String(form.get("intent") ?? "");
  const id = String(form.get("id") ?? "");
  if (Object.hasOwn(accountActions, intent))
    return accountActions[intent]!({ request, administrator, intent, id });
  const message = "Something went wrong. Please send it again.";
  return data<AccountState>({ intent, ok: false, message }, 400);
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const state: AccountState | undefined = actionData;
  const { email, role, current, notice, factors, recoveryCodesLeft, sessions, signIns } =
    loaderData;
  const message = state?.message ?? (state ? null : notice);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-2">
        <h1 className="display-3">Account</h1>
        <p>
          You sign in as <strong className="font-semibold wrap-anywhere">{email}</strong>.
        </p>
        {role === "owner" && (
          <Link className="link w-fit py-2" to={href("/admin/people")}>
            People with access
          </Link>
        )}
        {message && <FormMessage ok={state?.ok ?? true}>{message}</FormMessage>}
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

const accountNotices: Readonly<Record<string, string>> = {
  "password-changed": "Your password has been changed. You're signed out everywhere else.",
  "factor-added": "Two-step sign-in is on.",
  "factor-removed": "That method has been removed.",
  "session-ended": "That session has ended.",
  "others-ended": "You're signed out everywhere else.",
};

const accountNotice = (code: string | null): string | null =>
  code && Object.hasOwn(accountNotices, code) ? accountNotices[code]! : null;
