import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useFetcher } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { EmailTemplate } from "#app/features/email/model.ts";
import {
  type StandardEmail,
  type PreviewRecord,
  firstFilling,
  templateSchema,
  unknownFieldsNotice,
} from "#app/features/email/templates.ts";
import { X } from "#app/ui/icons.gen.tsx";
import { closeClass, dialogClass, dialogHeadClass } from "#app/features/email/admin/composer.tsx";
import { type EditorView, ViewSwitch } from "#app/ui/admin/tabs.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import {
  EmailTextFields,
  useEmailForm,
  EmailPreview,
} from "#app/features/email/admin/email-editor.tsx";
import {
  type AboutKind,
  aboutKinds,
  fitInWords,
  unknownFields,
} from "#app/features/email/fields.ts";

export function TemplateEditor(form: Omit<TemplateFormProps, "action" | "onSaved">) {
  const url = useListUrl();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closing a dialog, unlike removing it, returns the focus to where it was.
  const close = useCallback(() => dialog.current?.close(), []);
  useEffect(() => {
    // Rendered open for browsers without scripts; with them it becomes modal.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  }, []);
  const title = form.template ? "Edit Template" : "Create New Template";
  const [path, search] = url.split("?");
  return (
    <dialog
      ref={dialog}
      open
      aria-label={title}
      onClose={() => void navigate(url, { replace: true, preventScrollReset: true })}
      className={dialogClass}
    >
      <div className={dialogHeadClass}>
        <h2 className="display-3">{title}</h2>
        <form
          method="get"
          action={path}
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
        >
          {[...new URLSearchParams(search)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={closeClass}>
            <X />
            <span className="sr-only">Close</span>
          </button>
        </form>
      </div>
      <TemplateForm {...form} action={url} onSaved={close} />
    </dialog>
  );
}

function useListUrl(): string {
  const { pathname, search } = useLocation();
  const rest = new URLSearchParams(search);
  for (const opens of ["new", "edit", "from"]) rest.delete(opens);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}

type TemplateFormProps = {
  formKey: string;
  action: string;
  template: EmailTemplate | null;
  start: StandardEmail | null;
  previewRecords: readonly PreviewRecord[];
  posted?: FormState | undefined;
  onSaved: () => void;
};

const formId = "template-form";

function TemplateForm({
  formKey,
  action,
  template,
  start,
  previewRecords,
  posted,
  onSaved,
}: TemplateFormProps) {
  const before = template ?? start;
  const [view, setView] = useState<EditorView>("form");
  const { Form, data, state: saving } = useFetcher<FormState>();
  const state = data ?? posted;
  const kinds = aboutKinds.filter((each) => previewRecords.some(({ kind }) => kind === each));
  const initial = {
    subject: posted?.values?.subject ?? before?.subject ?? "",
    body: posted?.values?.body ?? before?.body ?? "",
  };
  const email = useEmailForm(templateSchema, state?.errors, initial, kinds);
  const { errors, keyed } = email;
  useEffect(() => {
    if (data?.ok) onSaved();
  }, [data, onSaved]);

  const shown = (of: EditorView) => (view === of ? "" : leftOutClass);
  return (
    <>
      <div className={viewsClass}>
        <ViewSwitch view={view} showView={setView} />
      </div>
      <div className="grid min-h-0 gap-8 overflow-y-auto px-6 py-5 md:grid-cols-2">
        <Form
          id={formId}
          method="post"
          action={action}
          className={`flex min-w-0 flex-col gap-4 ${shown("form")}`}
          {...email.form}
        >
          <input type="hidden" name="intent" value={template ? "update" : "create"} />
          {!template && (
            <input
              type="hidden"
              name={guardNames.key}
              value={posted?.values?.[guardNames.key] ?? formKey}
            />
          )}
          {template && <input type="hidden" name="id" value={template.id} />}
          {template && <input type="hidden" name="version" value={template.version} />}
          {state?.errors && <ErrorSummary errors={errors} />}
          {saving === "idle" && <FormFailure state={state} />}
          <Field
            name="name"
            label="Template name"
            defaultValue={posted?.values?.name ?? before?.name}
            error={errors.name}
          />
          <EmailTextFields email={email} />
        </Form>
        <div className={`min-w-0 ${shown("preview")}`}>
          <TemplatePreview {...keyed} previewRecords={previewRecords} />
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-x-4 border-t border-line px-6 py-3 sm:gap-x-6">
        <button
          type="submit"
          form={formId}
          className="button shrink-0"
          disabled={saving !== "idle"}
          data-loading={`${template ? "Updating" : "Creating"} template...`}
          data-failure="Failed to save template: please try again in a moment."
          // The form shows what is wrong.
          onClick={() => setView("form")}
        >
          {saving === "idle" ? "Save Template" : "Saving..."}
        </button>
        <div className="min-w-0 wrap-anywhere">
          <TemplateFit verb="Fits" texts={[keyed.subject, keyed.body]} kinds={kinds} />
        </div>
      </div>
    </>
  );
}

const viewsClass =
  "flex shrink-0 border-b border-line px-6 py-2 md:hidden [@media(scripting:none)]:hidden";
const leftOutClass = "max-md:[@media(scripting:enabled)]:hidden";

type TemplateFitProps = {
  texts: readonly string[];
  kinds: readonly AboutKind[];
  /** Begins the sentence; a column headed "For" needs none. */
  verb?: "Fits";
};

export function TemplateFit({ texts, kinds, verb }: TemplateFitProps) {
  const unknown = unknownFields(texts);
  if (unknown.length > 0)
    return <p className="text-base text-danger">{unknownFieldsNotice(unknown)}</p>;
  const fit = fitInWords(texts, kinds);
  const named = verb ? `${verb} ${fit}.` : fit.charAt(0).toUpperCase() + fit.slice(1);
  return (
    <p className="text-base text-soft">{fit ? named : "No record has all of these fields."}</p>
  );
}

type TemplatePreviewProps = {
  subject: string;
  body: string;
  previewRecords: readonly PreviewRecord[];
};

function TemplatePreview({ subject, body, previewRecords }: TemplatePreviewProps) {
  const [chosen, setChosen] = useState(() => firstFilling(previewRecords, [subject, body]));
  return (
    <div className="flex flex-col gap-3 self-start *:self-stretch">
      {previewRecords.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor="preview-with" className="font-semibold">
            Preview with
          </label>
          <select
            id="preview-with"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            className="input"
          >
            {previewRecords.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <EmailPreview subject={subject} body={body} record={previewRecords[chosen]?.record ?? {}} />
    </div>
  );
}
