import { data, Form, redirect } from "react-router";
import {
  emailSchema,
  magicLinkSchema,
  linkSentNotice,
  sentMessages,
} from "#app/features/auth/schema.ts";
import {
  callAuth,
  formRefusal,
  redirectSignedIn,
  nextPathOf,
} from "#app/features/auth/session.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/magic-link";
import {
  emailField,
  KeepSignedIn,
  SendButton,
  SignInForm,
  toSignIn,
  useSignInForm,
  View,
} from "./view.tsx";

export const meta = () => privateMeta("Magic link");

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) await redirectSignedIn(request);
  return { token };
}

/** With a token in the URL, signs in; otherwise sends a link. */
export async function action({ request }: Route.ActionArgs) {
  if (new URL(request.url).searchParams.has("token")) {
    const form = await parseForm(request, magicLinkSchema);
    if (!form.ok) return form.reply;
    const { token, remember: rememberMe } = form.value;
    const outcome = await callAuth(request, (api, call) =>
      api.signInMagicLink({ ...call, body: { token, rememberMe } }),
    );
    if (!outcome.ok) return formRefusal(outcome);
    throw redirect(nextPathOf(request), { headers: outcome.headers });
  }
  const form = await parseForm(request, emailSchema);
  if (!form.ok) return form.reply;
  const body = { ...form.value, callbackURL: nextPathOf(request) };
  const outcome = await callAuth(request, (api, call) => api.sendMagicLink({ ...call, body }));
  return outcome.ok
    ? data<FormState>({ ok: true, message: sentMessages.magicLink })
    : formRefusal(outcome, form.values);
}

export default function MagicLink({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return token ? <UseLink token={token} state={actionData} /> : <AskForLink state={actionData} />;
}

function AskForLink({ state }: { state: FormState | undefined }) {
  const { form, field } = useSignInForm(emailSchema, state);
  return (
    <View title="Magic link" state={state} sent={linkSentNotice} others={[toSignIn]}>
      {!state?.ok && (
        <SignInForm {...form}>
          <p>We'll email you a link that signs you in without a password.</p>
          <Field {...field("email")} {...emailField} />
          <SendButton busy="Sending magic link...">Send magic link</SendButton>
        </SignInForm>
      )}
    </View>
  );
}

/** Mail scanners open links, so only the button consumes this one. */
function UseLink({ token, state }: { token: string; state: FormState | undefined }) {
  return (
    <View title="Sign in" state={state} others={[["Ask for a new link", "/login/magic-link"]]}>
      {!state?.message && (
        <Form method="post" className="flex flex-col gap-5">
          <p>Press the button to sign in. The link works once.</p>
          <input type="hidden" name="token" value={token} />
          <KeepSignedIn />
          <SendButton busy="Signing in...">Sign in</SendButton>
        </Form>
      )}
    </View>
  );
}
