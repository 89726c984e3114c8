import { href, redirect } from "react-router";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { signInSchema } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal, redirectSignedIn } from "#app/features/auth/session.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/login";
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

const notVerified =
  "Google hasn't verified this account's email address, so it can't sign in here.";

const google: Readonly<Record<string, string>> = {
  access_denied: "Google sign-in was cancelled.",
  no_access: "This Google account doesn't have access.",
  account_not_linked: notVerified,
  email_not_verified: notVerified,
  state_mismatch:
    "This sign-in wasn't started in this browser, or took too long. Please try again.",
  state_not_found:
    "This sign-in wasn't started in this browser, or took too long. Please try again.",
  invalid_code: "Google's answer has been used or has expired. Please try again.",
  unable_to_get_user_info: "Google's answer couldn't be verified. Please try again.",
  issuer_mismatch: "Google's answer couldn't be verified. Please try again.",
  not_configured: "Google sign-in isn't set up here.",
  unavailable:
    "Google isn't responding right now. Please try again in a moment, or sign in another way.",
  limit: "Too many attempts. Please wait ten minutes and try again.",
};

/** `code`: the `error` in the URL that Google redirects back to. */
function googleErrorMessage(code: string | null): string | null {
  if (!code) return null;
  return Object.hasOwn(google, code)
    ? google[code]!
    : "Google sign-in didn't work. Please try again.";
}
