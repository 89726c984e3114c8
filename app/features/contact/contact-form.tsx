import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { contactLimits } from "./model.ts";
import { contactSchema } from "./schema.ts";

export function ContactForm({ action, posted }: { action: string; posted: FormState | undefined }) {
  const { Form, form, state, field, summary, sending } = useSentForm(contactSchema, posted);
  return (
    <Form {...form} action={`${action}#contact-answer`}>
      <SentMessage id="contact-answer" state={state} words={contactToasts()} errors={summary} />
      <GuardFields form="contact" />
      <Field {...field("name")} label="Name" autoComplete="name" />
      <Field {...field("email")} label="Email" type="email" autoComplete="email" />
      <TextField
        {...field("message")}
        label="Message"
        hint={`${contactLimits.messageMin} to ${contactLimits.messageMax} characters.`}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className="button" disabled={sending}>
          {sending ? "Sending..." : "Send Message"}
        </button>
        <PrivacyLink />
      </div>
    </Form>
  );
}

export function contactToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your message...",
    success: {
      title: "Your message has been sent!",
      detail: `${firstName} will get back to you shortly.`,
    },
    failure: {
      title: "Failed to send message.",
      detail: `Please try again later or contact directly via email. ${email}`,
    },
  };
}
