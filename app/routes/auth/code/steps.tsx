import { href, Link } from "react-router";
import { codeSchema, emailSchema, phoneSchema } from "#app/features/auth/schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import {
  emailField,
  KeepSignedIn,
  SendButton,
  SignInForm,
  useSignInForm,
} from "#app/routes/auth/view.tsx";
import { RecoveryCodes } from "#app/features/account/recovery-codes.tsx";

/** `to`: where the code was sent. */
export type CodeState = FormState & { to?: string; recoveryCodes?: string[] };

const codeSentNotice =
  "has access, we've sent a code. It works once, in this browser, and expires in ten minutes.";

type Steps = {
  type: "email" | "sms" | "phone_change";
  to: string | null;
  state: CodeState | undefined;
};

export function CodeSteps(steps: Steps) {
  return steps.to === null ? <AskForCode {...steps} /> : <GiveCode {...steps} />;
}

function AskForCode({ type, state }: Steps) {
  const { form, field } = useSignInForm(type === "email" ? emailSchema : phoneSchema, state);
  return (
    <SignInForm {...form}>
      <p>We'll {type === "email" ? "email" : "text"} you a code that signs you in.</p>
      {type === "email" ? (
        <Field {...field("email")} {...emailField} />
      ) : (
        <Field
          {...field("phone")}
          label="Telephone"
          type="tel"
          autoComplete="tel"
          hint="Such as 0400 000 000."
        />
      )}
      <SendButton busy="Sending code..." intent="send">
        Send code
      </SendButton>
    </SignInForm>
  );
}

function GiveCode({ type, to, state }: Steps) {
  const { form, field } = useSignInForm(codeSchema, state);
  return (
    <SignInForm {...form}>
      <p>
        If <strong className="wrap-anywhere">{to}</strong>{" "}
        {type === "phone_change" ? "is right, we've sent it a code." : codeSentNotice}
      </p>
      {type !== "phone_change" && (
        <input type="hidden" name={type === "email" ? "email" : "phone"} value={to ?? ""} />
      )}
      <Field
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={field("code").error}
      />
      {type !== "phone_change" && <KeepSignedIn />}
      <SendButton busy="Verifying code..." intent="verify">
        Verify code
      </SendButton>
    </SignInForm>
  );
}

export function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <RecoveryCodes codes={codes} />
      <Link to={href("/admin/account")} className="button">
        I've saved them
      </Link>
    </>
  );
}
