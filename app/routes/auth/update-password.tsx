import { href, redirect } from "react-router";
import { updatePasswordSchema } from "#app/features/auth/schema.ts";
import { callAuth, formRefusal } from "#app/features/auth/session.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/update-password";
import { newPasswordField, SendButton, SignInForm, useSignInForm, View } from "./view.tsx";

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
  const { form, field } = useSignInForm(updatePasswordSchema, actionData);
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
        <SignInForm {...form}>
          <input type="hidden" name="token" value={token} />
          <Field {...field("password")} {...newPasswordField} label="New password" />
          <SendButton busy="Updating password...">Update password</SendButton>
        </SignInForm>
      )}
    </View>
  );
}
