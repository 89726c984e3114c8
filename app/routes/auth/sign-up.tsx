import { data } from "react-router";
import { signUpSchema, linkSentNotice, sentMessages } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal, redirectSignedIn } from "#app/features/auth/session.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/sign-up";
import {
  emailField,
  newPasswordField,
  SendButton,
  SignInForm,
  useSignInForm,
  View,
} from "./view.tsx";

export const meta = () => privateMeta("Sign up");
export const loader = ({ request }: Route.LoaderArgs) => redirectSignedIn(request);

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, signUpSchema);
  if (!form.ok) return form.reply;
  const outcome = await callAuth(request, (api, call) =>
    api.signUpEmail({ ...call, body: { ...form.value, name: form.value.email } }),
  );
  return outcome.ok
    ? data<FormState>({ ok: true, message: sentMessages.signUp })
    : formRefusal(outcome, form.values);
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const { form, field } = useSignInForm(signUpSchema, actionData);
  return (
    <View
      title="Sign up"
      state={actionData}
      sent={linkSentNotice}
      others={[["Already have an account? Sign in", "/login"]]}
    >
      {!actionData?.ok && (
        <SignInForm {...form}>
          <p>Only the people who run this site need an account.</p>
          <Field {...field("email")} {...emailField} />
          <Field {...field("password")} {...newPasswordField} />
          <SendButton busy="Signing up...">Sign up</SendButton>
        </SignInForm>
      )}
    </View>
  );
}
