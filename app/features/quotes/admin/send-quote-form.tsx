import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { type QuoteEmail, quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import type { Quote } from "#app/features/quotes/model.ts";

export function SendQuoteForm({
  quote,
  email,
  sendKey,
  posted,
  busy,
}: {
  quote: Quote;
  email: QuoteEmail;
  sendKey: string;
  posted: FormState | undefined;
  busy: boolean;
}) {
  const { errors, handlers } = useFormErrors(quoteEmailSchema, posted?.errors);
  const values = posted?.ok === false ? { ...email, ...posted.values } : email;
  return (
    <details
      className="no-print border-t border-line pt-5"
      open={quote.draft || posted?.errors !== undefined}
    >
      <summary className="display-3 cursor-pointer font-display">
        {quote.sentAt ? "Send the link again" : "Send to the client"}
      </summary>
      <Form method="post" className="mt-4 flex flex-col gap-4" {...handlers}>
        <input type="hidden" name={guardNames.key} value={sendKey} />
        <ErrorSummary errors={posted?.errors ? errors : {}} prefix="email-" />
        <p className="text-soft">
          To {quote.clientEmail}. A “View your quote” button is added at the end.
        </p>
        <Field
          name="subject"
          id="email-subject"
          label="Subject"
          defaultValue={values.subject}
          error={errors.subject}
        />
        <TextField
          name="body"
          id="email-body"
          label="Message"
          rows={10}
          defaultValue={values.body}
          error={errors.body}
        />
        <p>
          <button type="submit" name="intent" value="send" disabled={busy} className="button">
            {quote.sentAt ? "Send Again" : "Send Quote"}
          </button>
        </p>
      </Form>
    </details>
  );
}
