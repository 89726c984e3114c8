import { data, href, redirect } from "react-router";
import {
  networkCaller,
  confirmationLinkLimit,
  unknownLinkLimit,
  countAttempt,
} from "#app/features/auth/limits.server.ts";
import { confirmSchema } from "#app/features/auth/schema.ts";
import { callAuth, busyRefusal } from "#app/features/auth/session.server.ts";
import { confirmSignUp, getPendingSignUp } from "#app/features/auth/people.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/confirm";
import { passwordField, SendButton, SignInForm, toSignIn, useSignInForm, View } from "./view.tsx";

export const meta = () => privateMeta("Confirm your email address");

const usedLink = "This link has been used or has expired. Please sign up again, or sign in.";

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const pending = await getPendingSignUp(getDb(), token);
  return data({ token, email: pending?.email ?? null }, pending ? 200 : 410);
}

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, confirmSchema);
  if (!form.ok) return form.reply;
  const { token, password } = form.value;
  // An invented link has no counter of its own.
  const pending = await getPendingSignUp(getDb(), token);
  const wait = await countAttempt(
    getDb(),
    pending ? confirmationLinkLimit(token) : unknownLinkLimit(networkCaller(request.headers)),
  );
  if (wait !== null)
    return data<FormState>(
      { ok: false, message: "Too many attempts. Please wait ten minutes and try again." },
      { status: 429, headers: { "Retry-After": String(wait) } },
    );
  const outcome = await confirmSignUp(getDb(), token, password).catch(busyRefusal);
  if (!("ok" in outcome)) return outcome;
  if (!outcome.ok)
    return outcome.reason === "spent"
      ? data<FormState>({ ok: false, message: usedLink }, 410)
      : data<FormState>(
          {
            ok: false,
            errors: { password: "That isn't the password you chose when you signed up." },
          },
          422,
        );
  const signedIn = await callAuth(request, (api, call) =>
    api.signInEmail({ ...call, body: { email: outcome.email, password } }),
  );
  throw signedIn.ok
    ? redirect(href("/admin"), { headers: signedIn.headers })
    : redirect(href("/login"));
}

export default function Confirm({
  loaderData: { token, email },
  actionData,
}: Route.ComponentProps) {
  const { form, field } = useSignInForm(confirmSchema, actionData);
  return (
    <View title="Confirm your email address" state={actionData} others={[toSignIn]}>
      {!email && !actionData?.message && <FormMessage ok={false}>{usedLink}</FormMessage>}
      {email && (
        <SignInForm {...form}>
          <p>
            To confirm <strong className="wrap-anywhere">{email}</strong>, please enter the password
            you chose when you signed up.
          </p>
          <input type="hidden" name="token" value={token} />
          <Field {...field("password")} {...passwordField} />
          <SendButton busy="Confirming...">Confirm and sign in</SendButton>
        </SignInForm>
      )}
    </View>
  );
}
