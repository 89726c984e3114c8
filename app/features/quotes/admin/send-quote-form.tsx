import { Form } from "react-router";
import {
  EmailTextFields,
  MissingFieldsQuestion,
  useEmailText,
} from "#app/features/email/email-text-fields.tsx";
import type { ComposerState } from "#app/features/email/model.ts";
import { PreviewSection } from "#app/features/email/preview.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import { quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import type { QuoteEmailDraft } from "#app/features/quotes/email-copy.ts";
import type { Quote } from "#app/features/quotes/model.ts";
import type { Sending } from "#app/features/quotes/reminder.ts";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { sendFormId } from "./open-send-form.tsx";
import { emailFrameName, QuoteEmailFrame, quoteEmailPath } from "./quote-email-frame.tsx";

const headings: Record<Sending, string> = {
  first: "Send to the client",
  reminder: "Remind the client",
  update: "Send the new version",
};

/** Hidden while closed, unless a browser jumps to it without opening it; a link above opens it. */
const formClass =
  "no-print border-t border-line pt-4 pb-2 not-open:not-has-[:target]:hidden not-open:-mb-8";

type SendQuoteFormProps = {
  quote: Quote;
  sending: Sending;
  email: QuoteEmailDraft;
  sendKey: string;
  posted: ComposerState | undefined;
  busy: boolean;
};

export function SendQuoteForm({
  quote,
  sending,
  email,
  sendKey,
  posted,
  busy,
}: SendQuoteFormProps) {
  const { errors, handlers } = useFormErrors(quoteEmailSchema, posted?.errors);
  const values = posted?.ok === false ? posted.values : undefined;
  const { text, keyed, change, onFocus, ...fields } = useEmailText(
    { subject: values?.subject ?? email.subject, body: values?.body ?? email.body },
    ["quotes"],
  );
  return (
    <details
      className={formClass}
      // Open after any refusal to send: other answers have no email subject.
      open={quote.draft || values?.subject !== undefined}
    >
      <summary className="display-3 cursor-pointer font-display">{headings[sending]}</summary>
      <Form
        id={sendFormId}
        method="post"
        className="mt-4 grid scroll-mt-16 gap-6"
        onFocus={onFocus}
        {...handlers}
        preventScrollReset
      >
        <input
          type="hidden"
          name={guardNames.key}
          value={posted?.values?.[guardNames.key] ?? sendKey}
        />
        <input type="hidden" name="intent" value="send" />
        <div className="flex min-w-0 flex-col gap-4">
          <ErrorSummary errors={posted?.errors ? errors : {}} prefix="email-" />
          <p className="wrap-anywhere text-soft">To {quote.clientEmail}</p>
          <EmailTextFields
            {...fields}
            text={text}
            change={change}
            kinds={["quotes"]}
            errors={errors}
            idPrefix="email-"
          />
          <p className="flex flex-wrap gap-4">
            <button type="submit" disabled={busy} className="button">
              {sending === "first" ? "Send Quote" : "Send Again"}
            </button>
            <noscript>
              <button
                type="submit"
                formAction={quoteEmailPath(quote.id)}
                formTarget={emailFrameName}
                formNoValidate
                className="button quiet"
              >
                Preview
              </button>
            </noscript>
          </p>
          <MissingFieldsQuestion missing={posted?.missing} text={keyed} busy={busy} />
        </div>
        <PreviewSection subject={keyed.subject} record={email.record}>
          <QuoteEmailFrame id={quote.id} first={email.body} text={keyed.body} />
        </PreviewSection>
      </Form>
    </details>
  );
}
