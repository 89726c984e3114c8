import type * as z from "zod/mini";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { MarkedFields } from "#app/ui/admin/fields.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import {
  type AboutKind,
  fittingKinds,
  missingNotice,
  keyedText,
  namedText,
  withFieldKeys,
  gapNotice,
  isOptionalField,
  placeholdersIn,
  fillParts,
  type RecordFields,
} from "#app/features/email/fields.ts";
import { content } from "#app/content/content.ts";
import { withoutSignOff } from "#app/features/email/email-layout.tsx";
import { PlaceholderKeys, useLastField } from "./fields-in-text.tsx";

type EmailText = { subject: string; body: string };

/** The text as typed and, `keyed`, with field keys; its errors; the place to insert a field. */
export function useEmailForm(
  schema: z.ZodMiniType,
  fromServer: FieldErrors | undefined,
  initial: EmailText,
  kinds: readonly AboutKind[],
) {
  const { errors, handlers } = useFormErrors(schema, fromServer);
  const [text, setText] = useState(() => namedText(initial, kinds));
  const body = useRef<HTMLTextAreaElement>(null);
  const { last, onFocus } = useLastField();
  const change = (part: Partial<EmailText>) => setText((previous) => ({ ...previous, ...part }));
  const form = { onFocus, ...handlers };
  return { form, errors, kinds, text, keyed: keyedText(text), change, body, last };
}

type TextFieldsProps = {
  email: ReturnType<typeof useEmailForm>;
  /** For the fields' ids, where several forms share a page. */
  idPrefix?: string;
};

export function EmailTextFields({ email, idPrefix = "" }: TextFieldsProps) {
  const { text, change, body, last, kinds, errors } = email;
  const field = (name: keyof EmailText) => ({
    name,
    id: `${idPrefix}${name}`,
    value: text[name],
    error: errors[name],
    around: marked(text[name], kinds),
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextField {...field("subject")} label="Subject" rows={1} onKeyDown={sendOnEnter} />
      <div className={messageClass}>
        <PlaceholderKeys kinds={kinds} last={last} fallback={body} />
        <TextField {...field("body")} ref={body} label="Message" rows={10} />
      </div>
    </>
  );
}

const marked = (text: string, kinds: readonly AboutKind[]) => (control: ReactNode) => (
  <MarkedFields text={text} names={namesIn(text, kinds)}>
    {control}
  </MarkedFields>
);

const messageClass = "relative [&>div>label]:absolute [&>div>label]:top-0 [&>div>label]:left-0";

const namesIn = (text: string, kinds: readonly AboutKind[]) =>
  placeholdersIn([text]).filter(
    (name) => fittingKinds([withFieldKeys(`{{${name}}}`)], kinds).length > 0,
  );

/** The subject wraps to show all of it, but Enter sends the form as from any short field. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.form!.elements].filter(
    (each) => each instanceof HTMLButtonElement,
  );
  buttons.find(({ type }) => type === "submit")?.click();
}

type MissingFieldsQuestionProps = {
  missing: readonly string[] | undefined;
  text: EmailText;
  busy: boolean;
};

export function MissingFieldsQuestion({ missing, text, busy }: MissingFieldsQuestionProps) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (missing?.length) question.current?.focus();
  }, [missing]);
  const used = placeholdersIn([text.subject, text.body]);
  const stillMissing = missing?.filter((key) => used.includes(key)) ?? [];
  if (stillMissing.length === 0) return null;
  return (
    <div
      ref={question}
      role="alert"
      tabIndex={-1}
      className="border-l-4 border-danger bg-raised p-4"
    >
      <p className="font-semibold">Not sent yet: this email would go out with a gap.</p>
      <ul className="mb-3">
        {stillMissing.map((key) => (
          <li key={key}>{missingNotice(key)}.</li>
        ))}
      </ul>
      <button type="submit" name="anyway" value="yes" disabled={busy} className="button quiet">
        Send anyway
      </button>
    </div>
  );
}

export function focusAt(field: RefObject<HTMLTextAreaElement | null>, position: number): void {
  field.current?.focus({ preventScroll: true });
  field.current?.setSelectionRange(position, position);
}

type PreviewProps = { subject: string; record: RecordFields };

export function PreviewSection({
  subject,
  record,
  children,
}: PreviewProps & { children: ReactNode }) {
  return (
    <section
      aria-label="Preview"
      className="min-w-0 self-start overflow-hidden rounded-sm border border-line lg:sticky lg:top-0"
    >
      <div className="border-b border-line bg-raised px-5 py-3">
        <p className="text-sm text-soft">Preview</p>
        <p className="font-semibold wrap-anywhere">
          <Filled text={subject} record={record} />
        </p>
      </div>
      {children}
    </section>
  );
}

export function EmailPreview({ body, ...props }: PreviewProps & { body: string }) {
  const { brand, place, person, role, whatsapp } = content().site;
  const { record } = props;
  const { text, closing } = withoutSignOff(body);
  return (
    <PreviewSection {...props}>
      <div className="bg-surface px-5 py-6 text-base">
        <p className="flex items-center gap-3 font-display text-xl">
          <img src="/email/mark.png" width={40} height={40} alt="" className="rounded-lg bg-fill" />
          {brand}
        </p>
        <p className="pt-6 whitespace-pre-line wrap-anywhere">
          {body.trim() ? (
            <Filled text={text} record={record} />
          ) : (
            <span className="text-soft">Your message appears here.</span>
          )}
        </p>
        <p className="pt-6">
          {closing && <span className="block pb-2 whitespace-pre-line">{closing}</span>}
          <span className="block font-display text-xl">{person}</span>
          <span className="block text-sm text-soft">{role}</span>
          {whatsapp.label && <span className="block text-sm text-accent">{whatsapp.label}</span>}
        </p>
        <p className="mt-7 border-t border-line pt-3.5 text-sm text-soft">
          {brand} · {place}
        </p>
      </div>
    </PreviewSection>
  );
}

function Filled({ text, record }: { text: string; record: RecordFields }) {
  return fillParts(text, record).map(({ text: filled, key = "", missing }, index) =>
    missing && !isOptionalField(key) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <mark key={index} className="bg-transparent font-semibold text-danger">
        {gapNotice(key)}
      </mark>
    ) : (
      filled
    ),
  );
}
