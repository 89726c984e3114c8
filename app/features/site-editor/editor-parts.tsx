import { href, Link, Form } from "react-router";
import type { RefObject } from "react";
import { type EditorView, ViewSwitch } from "#app/ui/admin/tabs.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import {
  FieldedText,
  fieldKeyClass,
  insertField,
} from "#app/features/email/admin/fields-in-text.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import {
  editorForm,
  type EditorState,
  type FieldConflict,
  type PictureChoice,
  type ShownValue,
  type FillInShown,
  setFields,
  reveal,
} from "./editor-model.ts";
import type { OpenDocument } from "./open-document.server.ts";

type BarProps = {
  document: OpenDocument;
  version: number;
  isDirty: boolean;
  busy: boolean;
  view: EditorView;
  showView: (view: EditorView) => void;
};

/** Save is the form's first button, so that Enter saves. */
export function EditorBar({ document, version, isDirty, busy, view, showView }: BarProps) {
  const { label, hasDraft, isEdited } = document;
  const isAsItCame = !isDirty && !hasDraft && !isEdited;
  return (
    <div className={barClass}>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 max-sm:w-full">
        <Link to={href("/admin/site")} className="link -my-2.5 inline-block py-2.5 text-base">
          Site
        </Link>
        <h1
          className={`text-xl max-sm:truncate max-sm:text-lg ${
            isAsItCame ? "max-sm:max-w-[calc(100%-3.5rem)]" : "max-sm:max-w-[calc(100%-9.5rem)]"
          }`}
        >
          {label}
        </h1>
        <p className={`text-base text-soft ${isAsItCame ? "max-sm:sr-only" : ""}`} role="status">
          <DocumentState document={document} isDirty={isDirty} />
        </p>
        {hasDraft && (
          <ConfirmedAction
            id="discard-draft"
            label="Discard draft"
            className="link -my-2 min-h-11 cursor-pointer text-base max-sm:ml-auto"
            question="Discard this draft?"
            yes="Discard draft"
            loading="Discarding draft..."
            values={{ intent: "discard", version }}
          >
            <p>The form goes back to what visitors see now.</p>
          </ConfirmedAction>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <ViewSwitch view={view} showView={showView} className="mr-auto xl:hidden" />
        <button
          type="submit"
          form={editorForm}
          name="intent"
          value="save"
          data-loading="Saving draft..."
          disabled={busy}
          className={`${small} quiet`}
          title="Ctrl S"
        >
          Save draft
        </button>
        <button
          type="submit"
          form={editorForm}
          name="intent"
          value="publish"
          data-loading="Publishing..."
          disabled={busy}
          // Not disabled with nothing to publish: without scripts typing is not noticed.
          className={isDirty || hasDraft ? small : `${small} quiet`}
        >
          {busy ? "Working..." : "Publish"}
        </button>
      </div>
    </div>
  );
}

type DocumentStateProps = { document: OpenDocument; isDirty: boolean };

function DocumentState({ document: { hasDraft, isEdited, edited }, isDirty }: DocumentStateProps) {
  if (isDirty) return "Not saved yet";
  const state = hasDraft ? "Draft waiting" : isEdited ? "Published" : "Not edited yet";
  if (!edited) return state;
  return (
    <>
      {state}
      <span className="max-sm:sr-only">
        , edited <When at={edited.at} /> by {edited.by}
      </span>
    </>
  );
}

const small = "button min-h-11! px-3! py-1! max-sm:text-base sm:px-4!";

const barClass =
  "sticky top-0 z-10 -mx-5 -mt-6 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 " +
  "border-b border-line bg-surface px-5 py-3 lg:-mx-6 lg:-mt-8 lg:px-6";

type ListProps = {
  message: string;
  conflict: NonNullable<EditorState["conflict"]>;
  pictures: readonly PictureChoice[];
};

export function ConflictList({ message, conflict: { by, at, fields }, pictures }: ListProps) {
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{message}</p>
      <p>Your text is still in the form. Check it, then save or publish again to keep yours.</p>
      <ul className="mt-4 flex flex-col gap-5">
        {fields.map((field) => (
          <li key={field.path}>
            <p className="font-semibold">
              <a className="link" href={`#${field.path}`}>
                {field.label}
              </a>
            </p>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              <figure className={text}>
                <figcaption className="text-sm text-soft">Yours</figcaption>
                <Shown value={field.yours} pictures={pictures} />
              </figure>
              <figure className={text}>
                <figcaption className="text-sm text-soft">
                  Saved by {by}, <When at={at} />
                </figcaption>
                <Shown value={field.theirs} pictures={pictures} />
                <TakeTheirs field={field} />
              </figure>
            </div>
          </li>
        ))}
      </ul>
    </FormMessage>
  );
}

type ShownProps = { value: ShownValue; pictures: readonly PictureChoice[] };

function Shown({ value, pictures }: ShownProps) {
  const picture = pictures.find(({ name }) => name === value.picture);
  return (
    <>
      {picture && <img src={picture.src} alt={picture.label} className="my-1 max-h-28 w-auto" />}
      <p className="whitespace-pre-line wrap-anywhere">
        {value.text ? <FieldedText text={value.text} /> : "(empty)"}
      </p>
    </>
  );
}

function TakeTheirs({ field: { path, label, theirs, texts } }: { field: FieldConflict }) {
  if (!texts) return null;
  return (
    <button
      type="button"
      className="link mt-1 min-h-9 pointer-coarse:min-h-11 cursor-pointer text-base [@media(scripting:none)]:hidden"
      onClick={() => {
        setFields(texts);
        const field = document.getElementById(path);
        if (field) reveal(field);
        field?.focus();
      }}
    >
      {theirs.picture === undefined ? "Use this text" : "Use this picture"}
      <span className="sr-only"> for {label}</span>
    </button>
  );
}

const text = "border-l-2 border-line pl-3";

export function UnscriptedAnswer({ answer }: { answer: EditorState | undefined }) {
  if (!answer?.ok || !answer.message) return null;
  return (
    <Form method="post" className={answerClass}>
      <p>
        {answer.message} {answer.notice}
      </p>
      {answer.undo && (
        <>
          <input type="hidden" name="publication" value={answer.undo.publication} />
          <button type="submit" name="intent" value="undo" className="link min-h-11 cursor-pointer">
            Undo
          </button>
        </>
      )}
    </Form>
  );
}

const answerClass =
  "[@media(scripting:enabled)]:hidden flex flex-wrap items-center gap-4 " +
  "border-l-4 border-good bg-raised p-4";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

type FillInListProps = { fillIns: readonly FillInShown[]; last: RefObject<TextControl | null> };

export function FillInList({ fillIns, last }: FillInListProps) {
  return (
    <details className={detailsClass}>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">
        Insert a field
      </summary>
      <p className="mt-1 mb-3 text-soft">
        Put one of these in a text and visitors see the name or price beside it, so you only change
        it in one place. Choose one to add it where you were typing.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {fillIns.map(({ name, value }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt>
              <button
                type="button"
                onClick={() => last.current?.isConnected && insertField(last.current, name)}
                className={fieldKeyClass}
              >
                {name}
              </button>
            </dt>
            <dd className="wrap-anywhere text-soft">{value}</dd>
          </div>
        ))}
      </dl>
      <noscript>
        <p className="mt-3 text-soft">{`Type a name in double braces, as {{${fillIns[0]?.name}}}.`}</p>
      </noscript>
    </details>
  );
}

/** The button wraps what is selected and leaves the address to type. */
export function LinkHelp({ last }: Pick<FillInListProps, "last">) {
  const insert = () => {
    const control = last.current;
    if (!control?.isConnected || control.dataset.links === undefined) return;
    const { selectionStart, selectionEnd, value } = control;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const words = value.slice(start, end) || "the words";
    control.focus();
    control.setRangeText(`[${words}](https://)`, start, end);
    const address = start + words.length + "[](https://".length;
    control.setSelectionRange(address, address);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <details className={detailsClass}>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">
        Put a link on words
      </summary>
      <p className="mt-1 mb-3 text-soft">
        In a longer text, put the words in square brackets and the address after them in round ones:
        [my choir](https://choir.example) or [my prices](/voice-piano-services#pricing). Visitors
        see only the words.
      </p>
      <button type="button" onClick={insert} className={fieldKeyClass}>
        Link the words I selected
      </button>
    </details>
  );
}

const detailsClass = "text-base not-open:-mb-4 max-xl:first:-mt-4";
