import { content } from "#app/content/content.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import { newsletterSchema } from "./schema.ts";
import { newsletterToasts } from "./toasts.ts";

/** @param posted the answer to a form sent without scripts */
export function NewsletterForm({
  id,
  action,
  posted,
}: {
  id: string;
  action: string;
  posted?: FormState | undefined;
}) {
  const { Form, form, state, errors, values, sending } = useSentForm(newsletterSchema, posted);
  return (
    <Form
      {...form}
      action={`${action}#newsletter-answer`}
      aria-label="Newsletter"
      className="flex flex-col gap-4"
    >
      <SentMessage id={`${id}-answer`} state={state} words={newsletterToasts} />
      <GuardFields form={id} />
      <Field
        name="email"
        id={`${id}-email`}
        label="Email for the newsletter"
        type="email"
        autoComplete="email"
        defaultValue={values?.email}
        error={errors.email}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="firstName"
          id={`${id}-first`}
          label="First name"
          autoComplete="given-name"
          optional
          defaultValue={values?.firstName}
          error={errors.firstName}
        />
        <Field
          name="lastName"
          id={`${id}-last`}
          label="Last name"
          autoComplete="family-name"
          optional
          defaultValue={values?.lastName}
          error={errors.lastName}
        />
      </div>
      <p className="text-base text-soft">
        {content().site.newsletter.consent} <PrivacyLink />
      </p>
      <button type="submit" className="button self-start" disabled={sending}>
        {sending ? "Subscribing..." : "Subscribe"}
      </button>
    </Form>
  );
}
