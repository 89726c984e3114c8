import { href, Link } from "react-router";
import { type EditorView, ViewSwitch } from "#app/ui/admin/view-switch.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { editorForm, type OpenDocument } from "./editor-model.ts";

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
            values={{ intent: "discard", version }}
            busy={busy}
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

function DocumentState({
  document: { hasDraft, isEdited, edited },
  isDirty,
}: {
  document: OpenDocument;
  isDirty: boolean;
}) {
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
