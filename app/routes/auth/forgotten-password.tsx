import { data } from "react-router";
import { emailSchema, linkSentNotice, sentMessages } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal } from "#app/features/auth/session.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/forgotten-password";
import { emailField, SendButton, SignInForm, toSignIn, useSignInForm, View } from "./view.tsx";

export const meta = () => privateMeta("Forgotten password");

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, emailSchema);
  if (!form.ok) return form.reply;
  const outcome = await callAuth(request, (api, call) =>
    api.requestPasswordReset({ ...call, body: form.value }),
  );
  return outcome.ok
    ? data<FormState>({ ok: true, message: sentMessages.recovery })
    : formRefusal(outcome, form.values);
}

export default function ForgottenPassword({ actionData }: Route.ComponentProps) {
  const { form, field } = useSignInForm(emailSchema, actionData);
  return (
    <View title="Forgotten password" state={actionData} sent={linkSentNotice} others={[toSignIn]}>
      {!actionData?.ok && (
        <SignInForm {...form}>
          <p>We'll email you a link to choose a new password.</p>
          <Field {...field("email")} {...emailField} />
          <SendButton busy="Sending reset instructions...">
            Send reset password instructions
          </SendButton>
        </SignInForm>
      )}
    </View>
  );
}
