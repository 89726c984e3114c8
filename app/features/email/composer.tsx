import { useEffect, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { type EmailDraft, placeholderNames } from "./model.ts";
import { PlaceholderKeys, useLastField } from "./placeholder-keys.tsx";
import { EmailPreview } from "./preview.tsx";
import { composedEmailSchema } from "./schema.ts";
import { composerToasts } from "./toasts.ts";

type ComposerProps = { draft: EmailDraft; posted?: FormState | undefined; onSent?: () => void };

export function Composer({ draft, posted, onSent }: ComposerProps) {
  const { Form, data, state: sending } = useFetcher<FormState>();
  const state = data ?? posted;
  const { errors, handlers } = useFormErrors(composedEmailSchema, state?.errors);
  const [content, setContent] = useState({
    templateId: posted?.values?.templateId ?? "",
    subject: posted?.values?.subject ?? draft.subject,
    body: posted?.values?.body ?? draft.body,
  });
  const body = useRef<HTMLTextAreaElement>(null);
  const { last, onFocus } = useLastField();

  useEffect(() => {
    if (data?.ok) onSent?.();
  }, [data, onSent]);

  const choose = (templateId: string) => {
    const { subject, body: templateBody } =
      draft.templates.find(({ id }) => id === templateId) ?? draft;
    setContent({ templateId, subject, body: templateBody });
  };
  const { kind, id } = draft.about;
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form
        method="post"
        action={href("/admin/compose/:kind/:id", { kind, id })}
        className="flex flex-col gap-4"
        onFocus={onFocus}
        {...handlers}
      >
        <input type="hidden" name={guardNames.key} value={draft.key} />
        {state?.errors && <ErrorSummary errors={errors} />}
        {state?.message && <FormMessage ok={false}>{state.message}</FormMessage>}
        {state?.ok && <FormMessage ok>{composerToasts.success.title}</FormMessage>}
        <Field
          name="recipientEmail"
          label="Recipient"
          type="email"
          defaultValue={posted?.values?.recipientEmail ?? draft.recipientEmail}
          error={errors.recipientEmail}
        />
        <SelectField
          name="templateId"
          label="Template"
          optional
          value={content.templateId}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          options={{
            "": "None",
            ...Object.fromEntries(draft.templates.map((template) => [template.id, template.name])),
          }}
        />
        <noscript>
          <button type="submit" name="intent" value="template" formNoValidate className="link">
            Use this template
          </button>
        </noscript>
        <Field
          name="subject"
          label="Subject"
          value={content.subject}
          onChange={({ currentTarget: { value: subject } }) =>
            setContent((previous) => ({ ...previous, subject }))
          }
          error={errors.subject}
        />
        <TextField
          ref={body}
          name="body"
          label="Message"
          rows={10}
          value={content.body}
          onChange={({ currentTarget: { value } }) =>
            setContent((previous) => ({ ...previous, body: value }))
          }
          error={errors.body}
        />
        <PlaceholderKeys names={placeholderNames[kind]} last={last} fallback={body} />
        <div className="flex flex-wrap items-center gap-4">
          <button type="submit" className="button" disabled={sending !== "idle"}>
            {sending === "idle" ? "Send Email" : "Sending..."}
          </button>
          <noscript>
            <button
              type="submit"
              name="intent"
              value="preview"
              formNoValidate
              className="button quiet"
            >
              Preview
            </button>
          </noscript>
        </div>
      </Form>
      <EmailPreview subject={content.subject} body={content.body} record={draft.record} />
    </div>
  );
}
