import { Form, href } from "react-router";
import { Field } from "#app/ui/fields.tsx";
import type { FieldErrors } from "#app/values/rules.ts";
import type { ShownFactor } from "#app/features/account/queries.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { SettingsSection, settingsRow } from "./parts.tsx";

type Props = {
  fresh: boolean;
  hasPassword: boolean;
  factors: readonly ShownFactor[];
  recoveryCodesLeft: number;
  errors: FieldErrors | undefined;
  values: Record<string, string> | undefined;
};

export function FactorSettings({
  fresh,
  hasPassword,
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
        <Reauthenticate hasPassword={hasPassword} error={errors?.password} />
      )}
    </SettingsSection>
  );
}

function Changes({
  factors,
  recoveryCodesLeft,
  errors,
  values,
}: Omit<Props, "fresh" | "hasPassword">) {
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

type ReauthenticateProps = { hasPassword: boolean; error: string | undefined };

function Reauthenticate({ hasPassword, error }: ReauthenticateProps) {
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p>To change this, please confirm that it's you: you signed in a while ago.</p>
      {hasPassword && (
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
        <button type="submit" className={hasPassword ? "link cursor-pointer" : "button quiet"}>
          {hasPassword ? "Or sign in again" : "Sign in again"}
        </button>
      </Form>
    </div>
  );
}
