import { Form } from "react-router";
import { Field } from "#app/ui/fields.tsx";
import type { FieldErrors } from "#app/values/rules.ts";
import { FactorRow } from "./factor-row.tsx";
import { Reauthenticate } from "./reauthenticate.tsx";
import { SettingsSection } from "./settings-section.tsx";
import type { ShownFactor } from "./show-factors.server.ts";
import { TotpSetUp } from "./totp-set-up.tsx";

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
