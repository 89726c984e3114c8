import { Form, href, useNavigation } from "react-router";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import * as z from "zod/mini";
import {
  EmailTextFields,
  MissingFieldsQuestion,
  useEmailForm,
  PreviewSection,
} from "#app/features/email/admin/email-editor.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import type { Sending, QuoteEmailDraft } from "#app/features/quotes/sending.server.ts";
import { type Quote, quoteLimits } from "#app/features/quotes/model.ts";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import type { AgreementMoney } from "#app/features/ledger/sale-invoices.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { type Cents, formatMoney, toCents, typedAmount } from "#app/values/money.ts";
import { longText, text as shortText } from "#app/values/rules.ts";
import type { QuoteFormState } from "./route.tsx";

const headings: Record<Sending, string> = {
  first: "Send to the client",
  reminder: "Remind the client",
  update: "Send the new version",
};

/** Hidden while closed, unless a browser jumps to it without opening it; a link above opens it. */
const formClass =
  "no-print border-t border-line pt-4 pb-2 not-open:not-has-[:target]:hidden not-open:-mb-8";

export const quoteEmailSchema = z.object({
  subject: shortText({
    min: [1, "Subject cannot be empty."],
    max: [quoteLimits.textMax, "The subject must not be longer than 200 characters."],
  }),
  body: longText({
    min: [1, "Email body cannot be empty."],
    max: [10_000, "The email must not be longer than 10,000 characters."],
  }),
});

type SendQuoteFormProps = {
  quote: Quote;
  sending: Sending;
  email: QuoteEmailDraft;
  sendKey: string;
  posted: QuoteFormState | undefined;
};

export function SendQuoteForm({
  quote,
  sending,
  email: draft,
  sendKey,
  posted,
}: SendQuoteFormProps) {
  const busy = useNavigation().state !== "idle";
  const values = posted?.ok === false ? posted.values : undefined;
  const initial = { subject: values?.subject ?? draft.subject, body: values?.body ?? draft.body };
  const email = useEmailForm(quoteEmailSchema, posted?.errors, initial, ["quotes"]);
  const { errors, keyed } = email;
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
        data-loading="Sending email..."
        className="mt-4 grid scroll-mt-16 gap-6"
        {...email.form}
        preventScrollReset
      >
        <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? sendKey} />
        <input type="hidden" name="intent" value="send" />
        <div className="flex min-w-0 flex-col gap-4">
          <ErrorSummary errors={posted?.errors ? errors : {}} prefix="email-" />
          <p className="wrap-anywhere text-soft">To {quote.clientEmail}</p>
          <EmailTextFields email={email} idPrefix="email-" />
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
        <PreviewSection subject={keyed.subject} record={draft.record}>
          <QuoteEmailFrame id={quote.id} first={draft.body} text={keyed.body} />
        </PreviewSection>
      </Form>
    </details>
  );
}

/** Without scripts a button of the form shows its text here. */
const emailFrameName = "quote-email";

const quoteEmailPath = (id: string) => href("/admin/quotes/:id/email", { id });

const settleMs = 250;

type FrameProps = {
  id: string;
  first: string;
  text: string;
};

function QuoteEmailFrame({ id, first, text }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { html, isOutdated } = useDrawnEmail(quoteEmailPath(id), first, text);
  useEffect(() => show(frame.current!, html), [html]);
  useEffect(() => {
    const shown = frame.current!;
    const observer = new ResizeObserver(() => fit(shown));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <p role="status" className="bg-raised px-5 pb-3 font-semibold text-danger empty:hidden">
        {isOutdated &&
          "This preview couldn't be updated. Check that you're online and still signed in."}
      </p>
      <iframe
        ref={frame}
        name={emailFrameName}
        src={quoteEmailPath(id)}
        title="The email as it will look"
        sandbox="allow-same-origin"
        loading="lazy"
        onLoad={({ currentTarget }) => show(currentTarget, html)}
        className="block h-160 w-full"
      />
    </>
  );
}

/** The email of the last text drawn after a pause; null while that is the first. */
function useDrawnEmail(path: string, first: string, text: string) {
  const drawn = useRef(first);
  const [html, setHtml] = useState<string | null>(null);
  const [undrawn, setUndrawn] = useState<string | null>(null);
  useEffect(() => {
    if (text === drawn.current) return;
    const outdated = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await draw(path, text, outdated.signal);
      if (outdated.signal.aborted) return;
      if (answer === null) return setUndrawn(text);
      drawn.current = text;
      setUndrawn(null);
      setHtml(answer);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [path, text]);
  return { html, isOutdated: undrawn === text };
}

/** Null without an answer, or with that of the sign-in page. */
async function draw(path: string, body: string, signal: AbortSignal): Promise<string | null> {
  try {
    const form = new URLSearchParams({ body });
    const answer = await fetch(path, { method: "POST", body: form, signal });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Uses the frame's own document, whose policy allows an email's styles, and adds no history. */
function show(frame: HTMLIFrameElement, html: string | null): void {
  const { contentDocument } = frame;
  // A frame's initial empty page has the policy of the page around it.
  if (!contentDocument || contentDocument.URL === "about:blank") return;
  if (html !== null) contentDocument.documentElement.innerHTML = html;
  fit(frame);
}

function fit(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.body?.offsetHeight;
  if (height) frame.style.height = `${height}px`;
}

const openingLabels: Record<Sending, string> = {
  first: "Send Quote",
  reminder: "Send a Reminder",
  update: "Send the New Version",
};

const sendFormId = "send";

/** Without scripts the browser jumps to the form and unfolds it. */
export function OpenSendForm({ sending, className }: { sending: Sending; className: string }) {
  return (
    <a href={`#${sendFormId}`} className={className} onClick={openFolded(sendFormId, "body")}>
      {openingLabels[sending]}
    </a>
  );
}

export const openFolded = (id: string, field: string) => (event: MouseEvent) => {
  const form = document.getElementById(id);
  if (!form) return;
  event.preventDefault();
  const folded = form.closest("details");
  if (folded) folded.open = true;
  form.scrollIntoView({ block: "nearest" });
  form.querySelector<HTMLElement>(`[name=${field}]`)?.focus({ preventScroll: true });
};

const cancelledBy = ["client", "owner"] as const;
const keepChoices = ["deposit", "amount", "nothing"] as const;

export const cancellationSchema = z
  .object({
    cancelledBy: z.enum(cancelledBy, { error: "Choose who cancelled." }),
    reason: longText({
      min: [1, "Say why in a few words."],
      max: [500, "Keep the reason under 500 characters."],
    }),
    keep: z.enum(keepChoices, { error: "Choose what you keep." }),
    amount: z.pipe(
      shortText(),
      z.transform((typed) => (typed ? (typedAmount(typed) ?? Number.NaN) : 0)),
    ),
    seen: z.optional(z.string()),
  })
  .check(
    z.refine(({ keep, amount }) => keep !== "amount" || amount > 0, {
      path: ["amount"],
      error: "Enter an amount, such as 250.00.",
    }),
  );

type CancelProps = {
  quote: Quote;
  isPast: boolean;
  money: AgreementMoney;
  posted: QuoteFormState | undefined;
};

export const cancelFormId = "cancel";

export function CancelBooking({ quote, isPast, money, posted }: CancelProps) {
  const answer = posted?.intent === "cancel" ? posted : undefined;
  const { form, values, summary, field } = usePostedForm(cancellationSchema, answer, "cancel-");
  const plan = answer?.plan;
  const isUnpaid = money.issued.length > 0 && money.paid === 0;
  return (
    <details className="no-print" open={values !== undefined}>
      <summary className="link w-fit cursor-pointer">Cancel This Booking</summary>
      <Form
        {...form}
        id={cancelFormId}
        className="mt-3 flex flex-col gap-3 border-l-4 border-brass bg-raised p-4"
      >
        <input type="hidden" name="intent" value="cancel" />
        {plan && <input type="hidden" name="seen" value={plan.seen} />}
        {summary}
        <p>
          It leaves your diary and calendar, and nobody is reminded of it again. This can't be
          undone.
        </p>
        {isPast && (
          <p className="font-semibold">Its day is over. Cancel it only if it didn't happen.</p>
        )}
        <SelectField
          {...field("cancelledBy")}
          label="Who cancelled?"
          options={{ client: quote.clientName, owner: "You" }}
        />
        <TextField
          {...field("reason")}
          label="Reason"
          rows={2}
          hint={`${quote.clientName} reads it in the email and on a credit note.`}
        />
        <SelectField
          {...field("keep", isUnpaid ? "nothing" : "deposit")}
          label="What do you keep?"
          options={{ deposit: "The deposit", amount: "Another amount", nothing: "Nothing" }}
        />
        <Field
          {...field("amount")}
          label="Other amount (A$)"
          inputMode="decimal"
          autoComplete="off"
          optional
          hint="Of what has been paid."
        />
        {plan && (
          <FormMessage key={plan.seen} ok={false}>
            <p className="font-semibold">{answer.notice}</p>
            <ul className="mt-1 list-disc pl-5">
              {plan.says.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li>{quote.clientName} gets one email about all of it.</li>
            </ul>
          </FormMessage>
        )}
        <p>
          <SubmitButton loading="Cancelling booking...">
            {plan ? "Yes, cancel this booking" : "See What Will Happen"}
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

type CreateProps = { quote: Quote; missing: Cents };

export function CreateInvoices({ quote, missing }: CreateProps) {
  const isPart = missing < toCents(quote.totalAmount);
  return (
    <ConfirmedAction
      id="ask-create-invoices"
      label="Create Invoices"
      className="button quiet min-h-11! self-start px-4!"
      question={`Create invoices for ${quote.clientName}?`}
      yes="Create and send"
      loading="Creating invoices..."
      otherwise={{ label: "Create without sending", name: "email", value: "no" }}
      values={{ intent: "create-invoices" }}
    >
      <p>
        {isPart
          ? `${formatMoney(missing)} of what was agreed isn't invoiced. It's invoiced`
          : "The deposit and the balance are invoiced"}{" "}
        as if the quote were accepted today. If the balance would be due already, it's one invoice
        for the whole.
      </p>
      <p>
        Sending emails {quote.clientEmail} how to pay, with the first invoice as a PDF. If some of
        it has been paid, record that on the invoice afterwards.
      </p>
    </ConfirmedAction>
  );
}
