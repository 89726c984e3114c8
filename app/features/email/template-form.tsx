import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { allPlaceholderNames, type EmailTemplate } from "./model.ts";
import { PlaceholderKeys, useLastField } from "./placeholder-keys.tsx";
import { type RecordFields, unknownPlaceholders } from "./placeholders.ts";
import { EmailPreview } from "./preview.tsx";
import { templateSchema } from "./schema.ts";
import { unknownFieldsNotice } from "./toasts.ts";

export type PreviewRecord = { label: string; record: RecordFields };

type TemplateFormProps = {
  formKey: string;
  template: EmailTemplate | null;
  previewRecords: readonly PreviewRecord[];
  posted?: FormState | undefined;
  onSaved: () => void;
};

export function TemplateForm({
  formKey,
  template,
  previewRecords,
  posted,
  onSaved,
}: TemplateFormProps) {
  const { Form, data, state: saving } = useFetcher<FormState>();
  const state = data ?? posted;
  const { errors, handlers } = useFormErrors(templateSchema, state?.errors);
  const [content, setContent] = useState({
    subject: posted?.values?.subject ?? template?.subject ?? "",
    body: posted?.values?.body ?? template?.body ?? "",
  });
  const body = useRef<HTMLTextAreaElement>(null);
  const { last, onFocus } = useLastField();
  useEffect(() => {
    if (data?.ok) onSaved();
  }, [data, onSaved]);

  const unknown = unknownPlaceholders([content.subject, content.body], allPlaceholderNames);
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form method="post" className="flex flex-col gap-4" onFocus={onFocus} {...handlers}>
        <input type="hidden" name="intent" value={template ? "update" : "create"} />
        {!template && <input type="hidden" name={guardNames.key} value={formKey} />}
        {template && <input type="hidden" name="id" value={template.id} />}
        {template && <input type="hidden" name="version" value={template.version} />}
        {state?.errors && <ErrorSummary errors={errors} />}
        {state?.message && <FormMessage ok={false}>{state.message}</FormMessage>}
        <Field
          name="name"
          label="Template name"
          defaultValue={posted?.values?.name ?? template?.name}
          error={errors.name}
        />
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
        <UnknownPlaceholders names={unknown} />
        <PlaceholderKeys names={allPlaceholderNames} last={last} fallback={body} />
        <p>
          <button type="submit" className="button" disabled={saving !== "idle"}>
            {saving === "idle" ? "Save Template" : "Saving..."}
          </button>
        </p>
      </Form>
      <TemplatePreview {...content} previewRecords={previewRecords} />
    </div>
  );
}

export function UnknownPlaceholders({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <p className="text-base text-danger">{unknownFieldsNotice(names)}</p>;
}

function TemplatePreview({
  subject,
  body,
  previewRecords,
}: {
  subject: string;
  body: string;
  previewRecords: readonly PreviewRecord[];
}) {
  const [chosen, setChosen] = useState(0);
  return (
    <div className="flex flex-col gap-3 self-start *:self-stretch">
      {previewRecords.length > 0 && (
        <label className="flex flex-col text-base">
          Preview with
          <select
            value={chosen}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            className="min-h-11 rounded-sm border border-edge bg-field px-2"
          >
            {previewRecords.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <EmailPreview subject={subject} body={body} record={previewRecords[chosen]?.record ?? {}} />
    </div>
  );
}
