import { href, redirect } from "react-router";
import { googleErrorMessage } from "#app/features/auth/copy.ts";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { signInSchema } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/login";
import { redirectSignedIn } from "#app/features/auth/session.server.ts";
import {
  emailField,
  KeepSignedIn,
  passwordField,
  SendButton,
  SignInForm,
  useSignInForm,
  View,
} from "./view.tsx";

export const meta = () => privateMeta("Admin Login");

export async function loader({ request }: Route.LoaderArgs) {
  const { next } = await redirectSignedIn(request);
  const { searchParams } = new URL(request.url);
  return {
    next,
    trouble: googleErrorMessage(searchParams.get("error")),
    isPasswordUpdated: searchParams.get("notice") === "password-updated",
  };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, signInSchema);
  if (!form.ok) return form.reply;
  const { email, password, remember, next } = form.value;
  const outcome = await callAuth(request, (api, call) =>
    api.signInEmail({ ...call, body: { email, password, ...(remember && { rememberMe: true }) } }),
  );
  if (!outcome.ok) {
    const help = outcome.code === "limit" ? " A magic link works straight away." : "";
    return formRefusal({ ...outcome, message: outcome.message + help }, form.values);
  }
  throw redirect(safeAdminPath(next), { headers: outcome.headers });
}

export default function Login({
  loaderData: { next, trouble, isPasswordUpdated },
  actionData,
}: Route.ComponentProps) {
  const { form, field } = useSignInForm(signInSchema, actionData);
  return (
    <View
      title="Admin Login"
      state={actionData}
      others={[
        ["Forgot your password?", "/login/forgotten-password"],
        ["Send a magic link email", "/login/magic-link"],
        ["Sign in with a one-time code", "/login/code"],
        ["Don't have an account? Sign up", "/login/sign-up"],
      ]}
    >
      {!actionData && isPasswordUpdated && (
        <FormMessage ok>Your password has been updated. Please sign in.</FormMessage>
      )}
      {!actionData && trouble && <FormMessage ok={false}>{trouble}</FormMessage>}
      <SignInForm {...form}>
        <input type="hidden" name="next" value={next ?? ""} />
        <Field {...field("email")} {...emailField} />
        <Field {...field("password")} {...passwordField} />
        <KeepSignedIn checked={actionData?.values?.remember === "on"} />
        <SendButton busy="Signing in...">Sign in</SendButton>
        {/* In the same form, to send its tick. */}
        <button
          type="submit"
          formAction={href("/login/google")}
          formNoValidate
          className="button quiet"
        >
          Continue with Google
        </button>
      </SignInForm>
    </View>
  );
}
