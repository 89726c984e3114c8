import { data, href, redirect } from "react-router";
import { setupSchema } from "#app/features/auth/schema.ts";
import { getSetupLink, consumeSetupLink } from "#app/features/auth/owner.server.ts";
import { callAuth, busyRefusal } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/setup";
import { emailField, newPasswordField, SignInForm, useSignInForm } from "./view.tsx";

export const meta = () => privateMeta("Set up your access");
/** The token in the URL must not reach other sites. */
export function headers({ parentHeaders }: Route.HeadersArgs) {
  const stricter = new Headers(parentHeaders);
  stricter.set("Referrer-Policy", "no-referrer");
  return stricter;
}

const usedLink = "This link has expired. Ask whoever runs your site for a new one.";

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await getSetupLink(getDb(), token);
  return data({ token, link }, link ? 200 : 410);
}

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, setupSchema);
  if (!form.ok) return form.reply;
  const { token, ...owner } = form.value;
  const link = await getSetupLink(getDb(), token);
  try {
    if (!link || !(await consumeSetupLink(getDb(), token, owner)))
      return data<FormState>({ ok: false, message: usedLink }, 410);
  } catch (error) {
    return busyRefusal(error);
  }
  const outcome = await callAuth(request, (api, call) =>
    api.signInEmail({ ...call, body: { ...owner, email: link.email ?? owner.email } }),
  );
  throw outcome.ok
    ? redirect(href("/admin"), { headers: outcome.headers })
    : redirect(href("/login"));
}

export default function Setup({ loaderData: { link, token }, actionData }: Route.ComponentProps) {
  const { form, field } = useSignInForm(setupSchema, actionData);
  return (
    <main className="flex flex-col gap-6">
      <h1 className="display-2">Set up your access</h1>
      {!link && <FormMessage ok={false}>{actionData?.message ?? usedLink}</FormMessage>}
      {link && (
        <SignInForm {...form}>
          {actionData?.message && <FormMessage ok={false}>{actionData.message}</FormMessage>}
          <input type="hidden" name="token" value={token} />
          <Field
            {...field("email")}
            {...emailField}
            readOnly={link.email !== null}
            defaultValue={actionData?.values?.email ?? link.email ?? ""}
          />
          <Field {...field("password")} {...newPasswordField} label="New password" />
          <button type="submit" className="button">
            Create my account
          </button>
        </SignInForm>
      )}
    </main>
  );
}
