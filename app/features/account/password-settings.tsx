import { Form, href, Link } from "react-router";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { changePasswordSchema } from "#app/features/auth/schema.ts";
import { SettingsSection } from "./settings-section.tsx";

export function PasswordSettings({
  hasPassword,
  email,
  errors: found,
}: {
  hasPassword: boolean;
  email: string;
  errors: FieldErrors | undefined;
}) {
  const { errors, handlers } = useFormErrors(changePasswordSchema, found);
  return (
    <SettingsSection
      id="password"
      heading="Password"
      lead={
        hasPassword
          ? "Changing it signs you out everywhere else."
          : "You don't have one: you sign in another way."
      }
    >
      {hasPassword ? (
        <Form
          method="post"
          className="grid max-w-3xl items-start gap-5 md:grid-cols-2"
          {...handlers}
        >
          <div className="md:col-span-2 empty:hidden">
            <ErrorSummary errors={found ? errors : {}} />
          </div>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <Field
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={errors.currentPassword}
          />
          <Field
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            error={errors.newPassword}
            hint="At least 12 characters."
          />
          <button
            type="submit"
            name="intent"
            value="password"
            className="button justify-self-start"
          >
            Change password
          </button>
        </Form>
      ) : (
        <p>
          <Link to={href("/login/forgotten-password")} className="link">
            Get a link to choose one
          </Link>
        </p>
      )}
    </SettingsSection>
  );
}
