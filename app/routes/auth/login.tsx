import { data, href, redirect, useNavigation } from "react-router";
import { Form } from "react-router";
import { getSignedIn, isAdministrator, safeNext } from "#app/features/auth/session.server.ts";
import { signInSchema } from "#app/features/auth/schema.ts";
import { signIn } from "#app/features/auth/sign-in.server.ts";
import { type FormState, parseForm } from "#app/server/http.server.ts";
import { ErrorSummary, Field, FormMessage, useFormErrors } from "#app/ui/form.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/login";

export const meta = () => privateMeta("Admin Login");
export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

export async function loader({ request }: Route.LoaderArgs) {
  const user = await getSignedIn(request);
  const next = new URL(request.url).searchParams.get("next");
  // A stranger who is signed in is led on too: the admin tells them that they have no access.
  if (user) throw redirect(isAdministrator(user) ? safeNext(next) : href("/admin"));
  return { next: next ? safeNext(next) : null };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, signInSchema);
  if (!form.ok) return form.reply;
  const outcome = await signIn(request, form.value);
  if (!outcome.ok) return data<FormState>({ ok: false, message: outcome.message, values: form.values }, { status: outcome.status });
  throw redirect(safeNext(form.value.next ?? null), { headers: outcome.headers });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(signInSchema, actionData?.errors);
  const busy = useNavigation().state !== "idle";
  return (
    <main className="flex flex-col gap-6">
      <h1 className="display-2">Admin Login</h1>
      {actionData?.message && <FormMessage ok={false}>{actionData.message}</FormMessage>}
      <Form method="post" className="flex flex-col gap-5" {...handlers}>
        <ErrorSummary errors={actionData?.errors ? errors : {}} />
        <input type="hidden" name="next" value={loaderData.next ?? ""} />
        <Field name="email" label="Email" type="email" autoComplete="username" defaultValue={actionData?.values?.email} error={errors.email} />
        <Field name="password" label="Password" type="password" autoComplete="current-password" error={errors.password} />
        <button type="submit" className="button" disabled={busy}>
          {busy ? "Signing in..." : "Sign in"}
        </button>
      </Form>
    </main>
  );
}
