import { type ReactNode, useEffect, useState, useCallback, useRef } from "react";
import { href, useFetcher, Form } from "react-router";
import { useAccess } from "#app/ui/admin/access.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { guardNames } from "#app/features/intake/model.ts";
import { namedText, type AboutKind } from "#app/features/email/fields.ts";
import type { ComposerState, EmailDraft } from "#app/features/email/model.ts";
import { composedEmailSchema } from "#app/features/email/templates.ts";
import { X } from "#app/ui/icons.gen.tsx";
import {
  EmailTextFields,
  focusAt,
  MissingFieldsQuestion,
  useEmailForm,
  EmailPreview,
} from "./email-editor.tsx";

/** Aligns the drawn cross, not the square around it, with the fields' edge. */
export const closeClass =
  "-mr-3.75 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-sm " +
  "text-soft hover:text-ink";

export const dialogClass =
  "z-10 m-auto max-h-[calc(100dvh-2rem)] w-[min(68rem,100vw-2rem)] flex-col overflow-hidden " +
  "rounded-sm border border-line bg-surface text-left open:flex";

export const dialogHeadClass =
  "flex shrink-0 items-center justify-between border-b border-line px-6 py-3";

type ComposeButtonProps = {
  kind: AboutKind;
  id: string;
  className: string;
  shortcut?: string;
  children: ReactNode;
};

export function ComposeButton({ kind, id, className, shortcut, children }: ComposeButtonProps) {
  const [open, setOpen] = useState(false);
  const path = href("/admin/compose/:kind/:id", { kind, id });
  const close = useCallback(() => setOpen(false), []);
  if (!useAccess().mayOpen(path)) return null;
  return (
    <>
      <Form method="get" action={path}>
        <button
          type="submit"
          className={className}
          aria-keyshortcuts={shortcut}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          {children}
        </button>
      </Form>
      {open && <ComposeDialog path={path} onClose={close} />}
    </>
  );
}

function ComposeDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data, load } = useFetcher<{ draft: EmailDraft | null }>();
  useEffect(() => {
    dialog.current?.showModal();
    void load(path);
  }, [path, load]);
  // Closing a dialog, unlike removing it, returns the focus to where it was.
  const close = useCallback(() => dialog.current?.close(), []);
  return (
    <dialog ref={dialog} aria-label="Compose Email" onClose={onClose} className={dialogClass}>
      <div className={dialogHeadClass}>
        <h2 className="display-3">Compose Email</h2>
        <button type="button" className={closeClass} onClick={close}>
          <X />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="min-h-0 overflow-y-auto px-6 pt-5">
        {!data && <p role="status">Loading...</p>}
        {data && !data.draft && <p role="alert">This record no longer exists.</p>}
        {data?.draft && <Composer draft={data.draft} onSent={close} focused />}
      </div>
    </dialog>
  );
}

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

const pairedClass =
  "grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-[2fr_3fr] " +
  "xl:*:not-has-[#reply-templateId,#reply-subject]:col-span-2";

/** What was typed about a record and not sent: Escape, another page or a new sign-in loses none of it. */
const unsent = new Map<string, Pick<EmailDraft, "subject" | "body">>();

/** Without scripts the answer appears on the composer's page. */
export function Composer({ draft, posted, onSent, inline = false, quiet, focused }: ComposerProps) {
  const { Form: SendForm, data, state: sending } = useFetcher<ComposerState>();
  const state = data ?? posted;
  const [templateId, setTemplateId] = useState(posted?.values?.templateId ?? "");
  const { kind, id } = draft.about;
  const begun = unsent.get(id) ?? draft;
  const initial = {
    subject: posted?.values?.subject ?? begun.subject,
    body: posted?.values?.body ?? begun.body,
  };
  const email = useEmailForm(composedEmailSchema, state?.errors, initial, [kind]);
  const { errors, keyed, change, body } = email;

  const { subject, body: words } = keyed;
  useEffect(() => {
    if (subject !== draft.subject || words !== draft.body) unsent.set(id, { subject, body: words });
    else unsent.delete(id);
  }, [id, subject, words, draft.subject, draft.body]);
  useEffect(() => {
    if (!data?.ok) return;
    unsent.delete(id);
    onSent?.();
  }, [data, id, onSent]);
  useEffect(() => {
    if (focused) focusAt(body, draft.body.indexOf("\n\n\n\n") + 2);
  }, [focused, body, draft.body]);

  const choose = (chosen: string) => {
    setTemplateId(chosen);
    change(namedText(draft.templates.find((template) => template.id === chosen) ?? draft, [kind]));
  };
  const idPrefix = inline ? "reply-" : "";
  const busy = sending !== "idle";
  const preview = <EmailPreview {...keyed} record={draft.record} />;
  return (
    <div className={inline ? "flex flex-col gap-4" : "grid gap-8 lg:grid-cols-2"}>
      <SendForm
        method="post"
        action={href("/admin/compose/:kind/:id", { kind, id })}
        data-loading="Sending email..."
        data-failure="Failed to send email: please try again in a moment."
        className={inline && !draft.leftOut ? pairedClass : "flex min-w-0 flex-col gap-4"}
        {...email.form}
      >
        <input
          type="hidden"
          name={guardNames.key}
          value={posted?.values?.[guardNames.key] ?? draft.key}
        />
        {state?.errors && <ErrorSummary errors={errors} prefix={idPrefix} />}
        {!busy && <FormFailure state={state} />}
        {state?.ok && <FormMessage ok>{state.message}</FormMessage>}
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
        <EmailTextFields email={email} idPrefix={idPrefix} />
        <Buttons busy={busy} quiet={quiet} />
        <MissingFieldsQuestion missing={state?.missing} text={keyed} busy={busy} />
      </SendForm>
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

const buttonsClass =
  "flex flex-wrap items-center gap-4 " +
  "in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:bg-surface in-[dialog]:py-3";

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
