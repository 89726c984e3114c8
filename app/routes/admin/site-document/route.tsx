import { useNavigation, Form, href, useRevalidator } from "react-router";
import {
  type EditorState,
  editorForm,
  EditorContext,
  reveal,
} from "#app/features/site-editor/editor-model.ts";
import { retentionFillIns } from "#app/features/privacy/retention.ts";
import {
  knownDocument,
  openDocument,
  type OpenDocument,
} from "#app/features/site-editor/open-document.server.ts";
import { listTestimonialAuthors } from "#app/features/site-publishing/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { type FormEvent, useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { LeaveGuard } from "#app/ui/admin/form.tsx";
import type { EditorView } from "#app/ui/admin/tabs.tsx";
import {
  EditorBar,
  ConflictList,
  UnscriptedAnswer,
  FillInList,
  LinkHelp,
} from "#app/features/site-editor/editor-parts.tsx";
import { isSlim } from "#app/features/site-editor/folds.tsx";
import { FieldControls, isEditable } from "#app/features/site-editor/field-control.tsx";
import {
  LivePreview,
  type PreviewHandle,
  TitlesPreview,
} from "#app/features/site-editor/previews.tsx";
import { answerEditor } from "./actions.server.ts";
import type { Route } from "./+types/route";

export const handle = { title: "Site" };

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const { searchParams } = new URL(request.url);
  const document = await openDocument(getDb(), by, knownDocument(params.document), {
    field: searchParams.get("field"),
    picture: searchParams.get("picture"),
    ownFillIns: retentionFillIns,
  });
  const authors = document.name === "testimonials" ? await listTestimonialAuthors(getDb(), by) : [];
  return { document, authors };
}

export const action = (args: Route.ActionArgs) =>
  answerEditor(knownDocument(args.params.document))(args);

export const clientAction = showAnswer<EditorState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function EditSiteDocument({
  loaderData: { document, authors },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <DocumentEditor key={document.name} document={document} answer={actionData} busy={busy} />
      <WithdrawTestimonials authors={authors} />
    </>
  );
}

/** For authors who no longer agree. Lists former testimonials too: they are in the history. */
function WithdrawTestimonials({ authors }: { authors: readonly string[] }) {
  if (authors.length === 0) return null;
  return (
    <details id="withdraw" className="mt-8 scroll-mt-8 border-t border-line pt-4">
      <summary className="link min-h-11 w-fit cursor-pointer py-2">Withdraw a testimonial</summary>
      <p className="measure text-soft">
        For somebody who doesn't want their words here any more. They go from the site, your draft
        and the history.
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {authors.map((author, index) => (
          <li key={author}>
            <ConfirmedAction
              id={`withdraw-${index}`}
              label={author}
              className="link min-h-11 cursor-pointer"
              question={`Withdraw the words of ${author}?`}
              yes="Withdraw for good"
              loading="Withdrawing..."
              values={{ intent: "withdraw", author }}
            >
              <p>Visitors can't read them any more, and they can't be put back.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
    </details>
  );
}

type EditorProps = { document: OpenDocument; answer: EditorState | undefined; busy: boolean };

function DocumentEditor({ document, answer, busy }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<PreviewHandle>(null);
  const lastText = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const [view, setView] = useState<EditorView>("form");
  const { open, isDirty, noteChange, noteSubmit } = useOpenVersion(document, answer);
  const { errors, dropErrorsIn } = useAnsweredErrors(answer);
  const pane = useFieldLinks();
  useSaveKey(form);
  useReloadOnReturn();

  const changed = useCallback(() => {
    noteChange();
    preview.current?.refresh();
  }, [noteChange]);
  const tools = {
    errors,
    pictures: document.pictures,
    fillIns: document.fillIns,
    samples: document.samples,
    noteChange: (list: string) => {
      dropErrorsIn(list);
      changed();
    },
    noteEdit: changed,
  };
  const showView = (next: EditorView) => {
    setView(next);
    // The preview does not load while it is hidden, so it loads when it is shown.
    requestAnimationFrame(() => preview.current?.refresh());
  };
  const hidden = (of: EditorView) => (view === of ? "" : "max-xl:hidden");
  const isFolded = isLong(document);
  const Preview = document.name === "titles" ? TitlesPreview : LivePreview;
  return (
    <>
      <EditorBar
        document={document}
        version={open.version}
        isDirty={isDirty}
        busy={busy}
        view={view}
        showView={showView}
      />
      <div className={panesClass}>
        <div className={`flex min-w-0 flex-col gap-6 ${hidden("form")}`} ref={pane}>
          <UnscriptedAnswer answer={answer} />
          {document.hasNewPicture && !answer && (
            <FormMessage ok>
              <p>Your picture is in the form. Describe it, then save or publish.</p>
            </FormMessage>
          )}
          {answer?.conflict ? (
            <ConflictList
              message={answer.message ?? ""}
              conflict={answer.conflict}
              pictures={document.pictures}
            />
          ) : (
            <FormFailure state={answer} />
          )}
          {answer?.errors && <ErrorSummary errors={errors} />}
          {!isFolded && <Contents document={document} />}
          {!withoutTexts.has(document.name) && (
            <>
              <FillInList fillIns={document.fillIns} last={lastText} />
              <LinkHelp last={lastText} />
            </>
          )}
          {document.name === "testimonials" && (
            <p className="text-soft">
              On wide screens the first stands beside your portrait, so the row on your home page
              begins with the second.
            </p>
          )}
          <Form
            key={open.key}
            ref={form}
            id={editorForm}
            method="post"
            action={href("/admin/site/:document", { document: document.name })}
            encType="multipart/form-data"
            noValidate
            preventScrollReset
            className={`short-fields ${isFolded ? "folded-parts" : "all-parts"}`}
            onInput={changed}
            onSubmit={noteSubmit}
            onFocus={({ target }: FormEvent) => {
              if ((target as HTMLElement).dataset.fillIns !== undefined)
                lastText.current = target as HTMLTextAreaElement;
            }}
          >
            <input type="hidden" name="version" value={open.version} />
            <EditorContext value={tools}>
              <FieldControls fields={document.fields} value={open.values} isFolded={isFolded} />
            </EditorContext>
          </Form>
        </div>
        <div
          className={`h-[calc(100dvh-13rem)] xl:sticky xl:top-20 xl:h-[calc(100dvh-7rem)] ${hidden("preview")}`}
        >
          <Preview key={document.name} handle={preview} document={document} form={form} />
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

const withoutTexts: ReadonlySet<string> = new Set(["prices", "visibility"]);

/** Loads the pictures that were uploaded in another tab. What is typed stays, also signed out or offline. */
function useReloadOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
      if (answer?.ok && !answer.redirected) await revalidate();
    };
    document.addEventListener("visibilitychange", reload);
    return () => document.removeEventListener("visibilitychange", reload);
  }, [revalidate]);
}

/** Drops a list's messages once its entries move: their paths are no longer right. */
function useAnsweredErrors(answer: EditorState | undefined) {
  const [known, setKnown] = useState({ answer, errors: answer?.errors ?? {} });
  if (known.answer !== answer) setKnown({ answer, errors: answer?.errors ?? {} });
  const dropErrorsIn = (list: string) =>
    setKnown(({ errors, ...rest }) => ({
      ...rest,
      errors: Object.fromEntries(
        Object.entries(errors).filter(([path]) => path !== list && !path.startsWith(`${list}.`)),
      ),
    }));
  return { errors: known.errors, dropErrorsIn };
}

const panesClass =
  "grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] " +
  "xl:has-data-[width=phone]:grid-cols-[minmax(0,1fr)_24.5rem]";

const isLong = ({ fields }: OpenDocument) =>
  Object.values(fields).filter((field) =>
    field.kind === "list" ? !isSlim(field.item) : field.kind === "group" && !isSlim(field),
  ).length >= 3;

const partsClass =
  "tabs text-[0.9375rem] max-sm:-mx-5 max-sm:-my-3 max-sm:overflow-x-auto max-sm:px-5";

function Contents({ document: { fields } }: { document: OpenDocument }) {
  const parts = Object.entries(fields).filter(
    ([, field]) => (field.kind === "group" || field.kind === "list") && isEditable(field),
  );
  if (parts.length < 3) return null;
  return (
    <nav aria-label="Parts" className={partsClass}>
      <ul className="flex gap-x-4 sm:flex-wrap">
        {parts.map(([name, field]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              className="link tall whitespace-nowrap max-sm:inline-block max-sm:py-2.5"
            >
              {"label" in field && field.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A newer version replaces the form's values only while the form has no unsaved changes. */
function useOpenVersion(document: OpenDocument, answer: EditorState | undefined) {
  const [open, setOpen] = useState(() => ({
    answer,
    version: answer?.version ?? document.version,
    values: answer?.words ?? document.values,
    key: 0,
  }));
  const [isDirty, setDirty] = useState(answer ? !answer.ok : document.hasNewPicture);
  const changes = useRef(0);
  const sent = useRef(0);

  if (open.answer !== answer) {
    setOpen({ ...open, answer, version: answer?.version ?? open.version });
    if (answer?.ok && answer.intent === "discard") setDirty(false);
  } else if (document.version > open.version && !isDirty) {
    const { version, values } = document;
    setOpen({ ...open, version, values, key: open.key + 1 });
  }

  const kept = answer?.ok === true && (answer.intent === "save" || answer.intent === "publish");
  const [settled, setSettled] = useState(answer);
  if (kept && settled !== answer) {
    setSettled(answer);
    // oxlint-disable-next-line react-hooks/refs -- what was typed since the form was sent
    if (sent.current === changes.current) setDirty(false);
  }

  return {
    open,
    isDirty,
    noteChange: useCallback(() => {
      changes.current++;
      setDirty(true);
    }, []),
    noteSubmit: useCallback(() => {
      sent.current = changes.current;
    }, []),
  };
}

/** Scrolls without a navigation, which would drop the form's answer. The ref holds the links. */
function useFieldLinks() {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    const lead = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      const field = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!field) return;
      event.preventDefault();
      reveal(field);
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "start" });
    };
    // The router opened this page, so the browser did not open the folds around the hash's target.
    const named = document.getElementById(location.hash.slice(1));
    if (named && element?.contains(named) && reveal(named)) named.scrollIntoView();
    element?.addEventListener("click", lead);
    return () => element?.removeEventListener("click", lead);
  }, []);
  return holder;
}

function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      const button = document.querySelector<HTMLButtonElement>(
        `button[form="${editorForm}"][value="save"]`,
      );
      if (button && !button.disabled) form.current?.requestSubmit(button);
    };
    addEventListener("keydown", save);
    return () => removeEventListener("keydown", save);
  }, [form]);
}
