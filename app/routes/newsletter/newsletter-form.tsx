import { content } from "#app/content/content.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field } from "#app/ui/fields.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { newsletterSchema } from "#app/features/newsletter/schema.ts";
import { subscribed } from "#app/features/newsletter/model.ts";

type NewsletterFormProps = { id: string; action: string; posted?: FormState | undefined };

export function NewsletterForm({ id, action, posted }: NewsletterFormProps) {
  const { Form, form, state, field, values, sending } = useSentForm(newsletterSchema, posted);
  // Keeps typed names visible.
  const hasNames = Boolean(values?.firstName || values?.lastName);
  return (
    <Form
      {...form}
      action={`${action}#newsletter-answer`}
      aria-label="Newsletter"
      className="flex flex-col gap-2"
    >
      <SentMessage id={`${id}-answer`} state={state} words={newsletterToasts} />
      <GuardFields form={id} />
      <input type="hidden" name="consent" value={content().site.newsletter.consent} />
      <Field
        {...field("email")}
        id={`${id}-email`}
        label="Email for the newsletter"
        type="email"
        autoComplete="email"
        beside={
          <button type="submit" className="button shrink-0" disabled={sending}>
            {sending ? "Subscribing..." : "Subscribe"}
          </button>
        }
      />
      <details open={hasNames}>
        <summary className="w-fit cursor-pointer py-0.5 text-soft">Add your name</summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <Field
            {...field("firstName")}
            id={`${id}-first`}
            label="First name"
            autoComplete="given-name"
            optional
          />
          <Field
            {...field("lastName")}
            id={`${id}-last`}
            label="Last name"
            autoComplete="family-name"
            optional
          />
        </div>
      </details>
      <p className="text-base text-soft">
        {content().site.newsletter.consent} <PrivacyLink />
      </p>
    </Form>
  );
}

export const newsletterToasts = {
  loading: "Subscribing you to the newsletter...",
  success: { title: subscribed, detail: "Check your inbox for a welcome message soon." },
  already: { title: "You're already subscribed!", detail: "No need to sign up again." },
  failure: { title: "Failed to subscribe.", detail: "Please try again later." },
} as const satisfies FormToasts & Record<"already", object>;
