import { Form, href } from "react-router";
import { Field } from "#app/ui/fields.tsx";

export function Reauthenticate({
  hasPassword,
  error,
}: {
  hasPassword: boolean;
  error: string | undefined;
}) {
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p>To change this, please confirm that it's you: you signed in a while ago.</p>
      {hasPassword && (
        <Form method="post" className="flex flex-col gap-4 md:max-w-[23.375rem]">
          <Field
            name="password"
            id="confirm-password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            error={error}
          />
          <button
            type="submit"
            name="intent"
            value="reauthenticate"
            className="button quiet self-start"
          >
            Confirm
          </button>
        </Form>
      )}
      <Form method="post" action={href("/logout")}>
        <input type="hidden" name="next" value={href("/admin/account")} />
        <button type="submit" className={hasPassword ? "link cursor-pointer" : "button quiet"}>
          {hasPassword ? "Or sign in again" : "Sign in again"}
        </button>
      </Form>
    </div>
  );
}
