import { data, Form } from "react-router";
import { emailSchema } from "#app/features/auth/schema.ts";
import { requestLink, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { linkSentNotice, sentMessages } from "#app/features/auth/copy.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/forgotten-password";
import { SendButton, toSignIn, View } from "./view.tsx";

export { headers } from "./headers.ts";
export const meta = () => privateMeta("Forgotten password");

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, emailSchema);
  if (!form.ok) return form.reply;
  const outcome = await requestLink(request, { kind: "recovery", ...form.value });
  return outcome.ok
    ? data<FormState>({ ok: true, message: sentMessages.recovery })
    : formRefusal(outcome, form.values);
}

export default function ForgottenPassword({ actionData }: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(emailSchema, actionData?.errors);
  return (
    <View title="Forgotten password" state={actionData} sent={linkSentNotice} others={[toSignIn]}>
      {!actionData?.ok && (
        <Form method="post" className="flex flex-col gap-5" {...handlers}>
          <ErrorSummary errors={actionData?.errors ? errors : {}} />
          <p>We'll email you a link to choose a new password.</p>
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            defaultValue={actionData?.values?.email}
            error={errors.email}
          />
          <SendButton busy="Sending reset instructions...">
            Send reset password instructions
          </SendButton>
        </Form>
      )}
    </View>
  );
}
