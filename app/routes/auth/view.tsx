import type { ReactNode } from "react";
import { Form, href, Link, useNavigation, useSearchParams } from "react-router";
import type * as z from "zod/mini";
import type { FormState } from "#app/server/http/forms.server.ts";
import { TickField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type Address =
  | "/login"
  | "/login/sign-up"
  | "/login/forgotten-password"
  | "/login/magic-link"
  | "/login/code";
export type Other = readonly [label: string, address: Address, more?: Record<string, string>];

function withNext(address: Address, next: string | null, more: Record<string, string> = {}) {
  const search = new URLSearchParams({ ...more, ...(next && { next }) }).toString();
  return href(address) + (search && `?${search}`);
}

type ViewProps = {
  title: string;
  state?: FormState | undefined;
  sent?: string;
  children: ReactNode;
  others?: readonly Other[];
};

/** `sent`: shown below the message after a success. `others`: links to other views. */
export function View({ title, state, sent, children, others }: ViewProps) {
  const [search] = useSearchParams();
  const next = search.get("next");
  return (
    <main className="flex flex-col gap-6">
      <h1 className="display-2">{title}</h1>
      {state?.message && <FormMessage ok={state.ok}>{state.message}</FormMessage>}
      {state?.ok && sent && <p>{sent}</p>}
      {children}
      {others && (
        <ul className="flex flex-col gap-1 border-t border-line pt-5 pointer-coarse:gap-0 pointer-coarse:pt-3">
          {others.map(([label, address, more]) => (
            <li key={label}>
              <Link to={withNext(address, next, more)} className="link tall">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

/** `field`: a field's message, and what was typed into it. */
export function useSignInForm(schema: z.ZodMiniType, state: FormState | undefined) {
  const { errors, handlers } = useFormErrors(schema, state?.errors);
  return {
    form: { handlers, errors: state?.errors ? errors : {} },
    field: (name: string) => ({ name, defaultValue: state?.values?.[name], error: errors[name] }),
  };
}

export function SignInForm({
  handlers,
  errors,
  children,
}: ReturnType<typeof useSignInForm>["form"] & { children: ReactNode }) {
  return (
    <Form method="post" className="flex flex-col gap-5" {...handlers}>
      <ErrorSummary errors={errors} />
      {children}
    </Form>
  );
}

export const emailField = { label: "Email", type: "email", autoComplete: "username" } as const;
export const passwordField = {
  label: "Password",
  type: "password",
  autoComplete: "current-password",
} as const;
export const newPasswordField = {
  label: "Password",
  type: "password",
  autoComplete: "new-password",
  hint: "At least 12 characters.",
} as const;

type SendButtonProps = { children: string; busy: string; intent?: string };

export function SendButton({ children, busy, intent }: SendButtonProps) {
  const { state, formData } = useNavigation();
  const sending = state !== "idle" && (intent === undefined || formData?.get("intent") === intent);
  return (
    <button
      type="submit"
      className="button"
      disabled={state !== "idle"}
      {...(intent && { name: "intent", value: intent })}
    >
      {sending ? busy : children}
    </button>
  );
}

export const KeepSignedIn = ({ checked = false }: { checked?: boolean }) => (
  <TickField name="remember" defaultChecked={checked}>
    Keep me signed in on this device
  </TickField>
);

export const toSignIn: Other = ["Back to sign in", "/login"];
