import { data, href, Link, Form } from "react-router";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";
import {
  listSessions,
  listSignIns,
  sessionList,
  signInList,
  showFactors,
  type ShownFactor,
  type ShownSignIn,
} from "#app/features/account/queries.server.ts";
import { hasPassword } from "#app/features/auth/credentials.server.ts";
import { listFactors, countRecoveryCodes } from "#app/features/auth/factors.server.ts";
import { getSignedIn, currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { readListQuery, type ListPage } from "#app/ui/admin/list-query.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { Field } from "#app/ui/fields.tsx";
import type { FieldErrors } from "#app/values/rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Pager } from "#app/ui/admin/list.tsx";
import { deviceName, signInMethodLabel } from "#app/features/auth/model.ts";
import { accountActions, type AccountState } from "./actions.server.ts";
import {
  PasswordSettings,
  SessionList,
  signInPage,
  SettingsSection,
  settingsRow,
} from "./parts.tsx";
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
        isPasswordSet={loaderData.hasPassword}
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

type Props = {
  fresh: boolean;
  isPasswordSet: boolean;
  factors: readonly ShownFactor[];
  recoveryCodesLeft: number;
  errors: FieldErrors | undefined;
  values: Record<string, string> | undefined;
};

function FactorSettings({
  fresh,
  isPasswordSet,
  factors,
  recoveryCodesLeft,
  errors,
  values,
}: Props) {
  const verified = factors.filter(({ verifiedAt }) => verifiedAt);
  return (
    <SettingsSection
      id="factors"
      heading="Two-step sign-in"
      lead="We'll ask for a code each time you sign in."
    >
      {verified.length > 0 && (
        <ul className="flex flex-col">
          {verified.map((factor) => (
            <FactorRow key={factor.id} factor={factor} fresh={fresh} />
          ))}
        </ul>
      )}
      {fresh ? (
        <Changes
          factors={factors}
          recoveryCodesLeft={recoveryCodesLeft}
          errors={errors}
          values={values}
        />
      ) : (
        <Reauthenticate isPasswordSet={isPasswordSet} error={errors?.password} />
      )}
    </SettingsSection>
  );
}

function Changes({
  factors,
  recoveryCodesLeft,
  errors,
  values,
}: Omit<Props, "fresh" | "isPasswordSet">) {
  const verified = factors.filter(({ verifiedAt }) => verifiedAt);
  const setUp = factors.find((factor) => factor.setUp);
  const hasPhone = verified.some(({ type }) => type === "phone");
  return (
    <>
      {setUp ? (
        <TotpSetUp factor={setUp} error={errors?.code} />
      ) : (
        <Form method="post">
          <button type="submit" name="intent" value="enrol-totp" className="button quiet">
            {verified.some(({ type }) => type === "totp")
              ? "Set up another authenticator app"
              : "Set up an authenticator app"}
          </button>
        </Form>
      )}
      <Form method="post" className="flex max-w-md flex-col gap-4">
        <Field
          name="phone"
          label={hasPhone ? "Another telephone number" : "Telephone number for codes"}
          type="tel"
          autoComplete="tel"
          hint="Such as 0400 000 000."
          error={errors?.phone}
          defaultValue={values?.phone}
        />
        <button type="submit" name="intent" value="enrol-phone" className="button quiet self-start">
          {hasPhone ? "Change number" : "Set up codes by text message"}
        </button>
      </Form>
      {verified.length > 0 && (
        <Form method="post" className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p>
            {recoveryCodesLeft === 1
              ? "One recovery code is left."
              : `${recoveryCodesLeft} recovery codes are left.`}
          </p>
          <button type="submit" name="intent" value="recovery-codes" className="button quiet">
            Make new recovery codes
          </button>
        </Form>
      )}
    </>
  );
}

type FactorRowProps = { factor: ShownFactor; fresh: boolean };

function FactorRow({ factor: { id, label, verifiedAt }, fresh }: FactorRowProps) {
  return (
    <li className={settingsRow}>
      <div>
        <p className="flex flex-wrap items-center gap-3">
          {label} <Badge tone="good">On</Badge>
        </p>
        <p className="text-base text-soft">
          Since <When at={verifiedAt!} />
        </p>
      </div>
      {fresh && (
        <details>
          <summary className="link cursor-pointer">
            Remove<span className="sr-only"> {label}</span>
          </summary>
          <Form method="post" className="pt-3">
            <input type="hidden" name="id" value={id} />
            <button type="submit" name="intent" value="remove-factor" className="button">
              Yes, remove it
            </button>
          </Form>
        </details>
      )}
    </li>
  );
}

type TotpSetUpProps = { factor: ShownFactor; error: string | undefined };

function TotpSetUp({ factor: { id, setUp }, error }: TotpSetUpProps) {
  return (
    <div className="grid gap-6 border-l-4 border-brass bg-raised p-5 sm:grid-cols-[12rem_1fr]">
      {/* Dark on light in every theme: cameras need it. */}
      <svg
        role="img"
        aria-label="QR code of the secret"
        viewBox={`0 0 ${setUp!.qrCode.size} ${setUp!.qrCode.size}`}
        width={192}
        height={192}
        shapeRendering="crispEdges"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={setUp!.qrCode.path} fill="#000" />
      </svg>
      <div className="flex flex-col gap-4">
        <p>Scan this with your authenticator app, or type the secret into it:</p>
        <p>
          <code className="wrap-anywhere">{setUp!.secret.match(/.{4}/g)!.join(" ")}</code>
        </p>
        <Form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="id" value={id} />
          <Field
            name="code"
            label="Code that the app shows now"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
          />
          <button type="submit" name="intent" value="verify-totp" className="button self-start">
            Verify
          </button>
        </Form>
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="remove-factor" className="link cursor-pointer">
            Cancel
          </button>
        </Form>
      </div>
    </div>
  );
}

type ReauthenticateProps = { isPasswordSet: boolean; error: string | undefined };

function Reauthenticate({ isPasswordSet, error }: ReauthenticateProps) {
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p>To change this, please confirm that it's you: you signed in a while ago.</p>
      {isPasswordSet && (
        <Form method="post" className="flex flex-col gap-4 md:max-w-[23.375rem]">
          <Field
            name="password"
            id="confirm-password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            error={error}
          />
          <button
            type="submit"
            name="intent"
            value="reauthenticate"
            className="button quiet self-start"
          >
            Confirm
          </button>
        </Form>
      )}
      <Form method="post" action={href("/logout")}>
        <input type="hidden" name="next" value={href("/admin/account")} />
        <button type="submit" className={isPasswordSet ? "link cursor-pointer" : "button quiet"}>
          {isPasswordSet ? "Or sign in again" : "Sign in again"}
        </button>
      </Form>
    </div>
  );
}

function SignInList({ signIns }: { signIns: ListPage<ShownSignIn> }) {
  return (
    <SettingsSection id="sign-ins" heading="Recent sign-ins">
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Signed in with</th>
            <th scope="col">Device</th>
            <th scope="col">IP address</th>
          </tr>
        </thead>
        <tbody>
          {signIns.rows.map(({ id, at, method, userAgent, ip }) => (
            <tr key={id}>
              <td data-place="amount" className="text-soft">
                <When at={at} />
              </td>
              <td data-place="type">{signInMethodLabel(method)}</td>
              <td data-place="title">{deviceName(userAgent)}</td>
              <td data-place="side">{ip ?? "unknown"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={signIns.page} total={signIns.total} name={signInPage} section="sign-ins" />
    </SettingsSection>
  );
}
