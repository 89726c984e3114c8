import { data, Form } from "react-router";
import { signUpSchema } from "#app/features/auth/schema.ts";
import { requestLink, formRefusal } from "#app/features/auth/page-calls.server.ts";
import { linkSentNotice, sentMessages } from "#app/features/auth/copy.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/sign-up";
import { redirectSignedIn } from "./continue.server.ts";
import { SendButton, View } from "./view.tsx";

export { headers } from "./headers.ts";
export const meta = () => privateMeta("Sign up");
export const loader = ({ request }: Route.LoaderArgs) => redirectSignedIn(request);

export async function action({ request }: Route.ActionArgs) {
  const form = await parseForm(request, signUpSchema);
  if (!form.ok) return form.reply;
  const outcome = await requestLink(request, { kind: "sign-up", ...form.value });
  return outcome.ok
    ? data<FormState>({ ok: true, message: sentMessages.signUp })
    : formRefusal(outcome, form.values);
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const { errors, handlers } = useFormErrors(signUpSchema, actionData?.errors);
  return (
    <View
      title="Sign up"
      state={actionData}
      sent={linkSentNotice}
      others={[["Already have an account? Sign in", "/login"]]}
    >
      {!actionData?.ok && (
        <Form method="post" className="flex flex-col gap-5" {...handlers}>
          <ErrorSummary errors={actionData?.errors ? errors : {}} />
          <p>Only the people who run this site need an account.</p>
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
            autoComplete="new-password"
            error={errors.password}
            hint="At least 12 characters."
          />
          <SendButton busy="Signing up...">Sign up</SendButton>
        </Form>
      )}
    </View>
  );
}
