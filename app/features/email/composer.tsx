import { type ReactNode, useEffect, useState } from "react";
import { href, useFetcher } from "react-router";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import {
  EmailTextFields,
  focusAt,
  MissingFieldsQuestion,
  useEmailText,
} from "./email-text-fields.tsx";
import { namedText } from "./field-names.ts";
import type { ComposerState, EmailDraft } from "./model.ts";
import { EmailPreview } from "./preview.tsx";
import { composedEmailSchema } from "./schema.ts";
import { writingStart } from "./starting-draft.ts";
import { composerToasts } from "./toasts.ts";

type ComposerProps = {
  draft: EmailDraft;
  posted?: ComposerState | undefined;
  onSent?: () => void;
  /** Within the page of its record: to the known recipient, the preview on demand. */
  inline?: boolean;
  quiet?: boolean;
  /** Puts the cursor after the greeting. */
  focused?: boolean;
};

const pairedClass = [
  "grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-[2fr_3fr]",
  "xl:*:not-has-[#reply-templateId,#reply-subject]:col-span-2",
].join(" ");

/** Without scripts the answer appears on the composer's page. */
export function Composer({ draft, posted, onSent, inline = false, quiet, focused }: ComposerProps) {
  const { Form, data, state: sending } = useFetcher<ComposerState>();
  const state = data ?? posted;
  const { errors, handlers } = useFormErrors(composedEmailSchema, state?.errors);
  const [templateId, setTemplateId] = useState(posted?.values?.templateId ?? "");
  const { kind, id } = draft.about;
  const { text, keyed, change, onFocus, ...fields } = useEmailText(
    {
      subject: posted?.values?.subject ?? draft.subject,
      body: posted?.values?.body ?? draft.body,
    },
    [kind],
  );

  useEffect(() => {
    if (data?.ok) onSent?.();
  }, [data, onSent]);
  useEffect(() => {
    if (focused) focusAt(fields.body, writingStart(draft.body));
  }, [focused, fields.body, draft.body]);

  const choose = (chosen: string) => {
    setTemplateId(chosen);
    change(namedText(draft.templates.find((template) => template.id === chosen) ?? draft, [kind]));
  };
  const idPrefix = inline ? "reply-" : "";
  const busy = sending !== "idle";
  const preview = <EmailPreview {...keyed} record={draft.record} />;
  return (
    <div className={inline ? "flex flex-col gap-4" : "grid gap-8 lg:grid-cols-2"}>
      <Form
        method="post"
        action={href("/admin/compose/:kind/:id", { kind, id })}
        className={inline && !draft.leftOut ? pairedClass : "flex min-w-0 flex-col gap-4"}
        onFocus={onFocus}
        {...handlers}
      >
        <input
          type="hidden"
          name={guardNames.key}
          value={posted?.values?.[guardNames.key] ?? draft.key}
        />
        {state?.errors && <ErrorSummary errors={errors} prefix={idPrefix} />}
        {!busy && <FormFailure state={state} />}
        {state?.ok && <FormMessage ok>{composerToasts.success.title}</FormMessage>}
        {inline ? (
          <p className="wrap-anywhere xl:sr-only">
            To {draft.recipientEmail}
            <input type="hidden" name="recipientEmail" value={draft.recipientEmail} />
          </p>
        ) : (
          <Field
            name="recipientEmail"
            label="Recipient"
            type="email"
            defaultValue={posted?.values?.recipientEmail ?? draft.recipientEmail}
            error={errors.recipientEmail}
          />
        )}
        <TemplateChoice draft={draft} chosen={templateId} idPrefix={idPrefix} onChoose={choose} />
        <EmailTextFields
          {...fields}
          text={text}
          change={change}
          kinds={[kind]}
          errors={errors}
          idPrefix={idPrefix}
        >
          {inline && <Buttons busy={busy} quiet={quiet} />}
        </EmailTextFields>
        {!inline && <Buttons busy={busy} quiet={quiet} />}
        <MissingFieldsQuestion missing={state?.missing} text={keyed} busy={busy} />
      </Form>
      {inline ? <Folded title="Preview">{preview}</Folded> : preview}
    </div>
  );
}

function TemplateChoice({
  draft: { templates, leftOut },
  chosen,
  idPrefix,
  onChoose,
}: {
  draft: EmailDraft;
  chosen: string;
  idPrefix: string;
  onChoose: (id: string) => void;
}) {
  if (templates.length === 0 && !leftOut) return null;
  return (
    <>
      <SelectField
        name="templateId"
        id={`${idPrefix}templateId`}
        label="Template"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        options={{ "": "None", ...Object.fromEntries(templates.map(({ id, name }) => [id, name])) }}
        hint={leftOut}
      />
      <noscript>
        <button type="submit" name="intent" value="template" formNoValidate className="link">
          Use this template
        </button>
      </noscript>
    </>
  );
}

const buttonsClass = [
  "flex flex-wrap items-center gap-4",
  "in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:bg-surface in-[dialog]:py-3",
].join(" ");

function Buttons({ busy, quiet = false }: { busy: boolean; quiet?: boolean | undefined }) {
  return (
    <div className={buttonsClass}>
      <button type="submit" className={`button ${quiet ? "quiet" : ""}`} disabled={busy}>
        {busy ? "Sending..." : "Send Email"}
      </button>
      <noscript>
        <button type="submit" name="intent" value="preview" formNoValidate className="button quiet">
          Preview
        </button>
      </noscript>
    </div>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 content-center cursor-pointer font-semibold">{title}</summary>
      {children}
    </details>
  );
}
