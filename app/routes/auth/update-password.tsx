import { Form, href, redirect } from "react-router";
import { updatePasswordSchema } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/update-password";
import { SendButton, View } from "./view.tsx";

export { headers } from "./headers.ts";
export const meta = () => privateMeta("Update password");
export const loader = ({ request }: Route.LoaderArgs) => ({
  token: new URL(request.url).searchParams.get("token") ?? "",
});

const usedLink = "This link has been used or has expired. Please ask for a new one.";

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, updatePasswordSchema);
  if (!form.ok) return form.reply;
  const { token, password } = form.value;
  const outcome = await callAuth(request, (api, call) =>
    api.resetPassword({ ...call, body: { token, newPassword: password } }),
  );
  if (!outcome.ok)
    return formRefusal(
      outcome.code === "INVALID_TOKEN" ? { ...outcome, status: 410, message: usedLink } : outcome,
    );
  throw redirect(`${href("/login")}?notice=password-updated`, { headers: outcome.headers });
}

export default function UpdatePassword({
  loaderData: { token },
  actionData,
}: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(updatePasswordSchema, actionData?.errors);
  return (
    <View
      title="Update password"
      state={actionData}
      others={[["Ask for a new link", "/login/forgotten-password"]]}
    >
      {!token && (
        <FormMessage ok={false}>This link is incomplete. Please ask for a new one.</FormMessage>
      )}
      {token && (
        <Form method="post" className="flex flex-col gap-5" {...handlers}>
          <ErrorSummary errors={actionData?.errors ? errors : {}} />
          <input type="hidden" name="token" value={token} />
          <Field
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            hint="At least 12 characters."
          />
          <SendButton busy="Updating password...">Update password</SendButton>
        </Form>
      )}
    </View>
  );
}
