import { Form, href, redirect } from "react-router";
import { googleErrorMessage, signInNotice } from "#app/features/auth/copy.ts";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { signInSchema } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/login";
import { redirectSignedIn } from "./continue.server.ts";
import { KeepSignedIn, SendButton, View } from "./view.tsx";

export { headers } from "./headers.ts";
export const meta = () => privateMeta("Admin Login");

export async function loader({ request }: Route.LoaderArgs) {
  const { next } = await redirectSignedIn(request);
  const { searchParams } = new URL(request.url);
  return {
    next,
    trouble: googleErrorMessage(searchParams.get("error")),
    notice: signInNotice(searchParams.get("notice")),
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
  loaderData: { next, trouble, notice },
  actionData,
}: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(signInSchema, actionData?.errors);
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
      {!actionData && notice && <FormMessage ok>{notice}</FormMessage>}
      {!actionData && trouble && <FormMessage ok={false}>{trouble}</FormMessage>}
      <Form method="post" className="flex flex-col gap-5" {...handlers}>
        <ErrorSummary errors={actionData?.errors ? errors : {}} />
        <input type="hidden" name="next" value={next ?? ""} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.values?.email}
          error={errors.email}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
        />
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
      </Form>
    </View>
  );
}
