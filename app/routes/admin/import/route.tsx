import { href, redirect } from "react-router";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { importKindLabels, choiceSchema, importNouns } from "#app/features/imports/model.ts";
import { getImport } from "#app/features/imports/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import {
  dropFile,
  importStored,
  saveChoice,
  undoImport,
} from "#app/features/imports/commands.server.ts";
import { leftOutMessage } from "#app/features/bank/import.server.ts";
import { check } from "#app/values/rules.ts";
import { countOf } from "#app/values/wording.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import {
  BesideOthers,
  countsInSentence,
  ImportColumns,
  ImportPreview,
  isToBeSaid,
} from "./parts.tsx";
import type { Route } from "./+types/route";

const gone = {
  ok: false as const,
  message: "This file is no longer here. Please choose it again.",
};

const refusals = {
  already: {
    ok: true as const,
    message: "It's imported.",
    notice: "It had been imported before, so nothing was added twice.",
  },
  gone,
  changed: {
    ok: false as const,
    message: "Another tab has changed what the columns hold. Here is how things stand now.",
  },
  open: { ok: false as const, message: "Please say first what the columns hold." },
};

const answerImportForms = answerForms({
  import: ownerAction({
    failure: "Nothing was imported. Please try again.",
    async run({ db, by, id }) {
      const outcome = await importStored(db, by, id);
      if (outcome.is !== "imported") return refusals[outcome.is];
      const { kind, counts, unreadable } = outcome.plan;
      const detail = unreadable.length > 0 && { detail: leftOutMessage(unreadable) };
      return {
        ok: true,
        message: `${countOf(counts.new, importNouns[kind])} imported.`,
        ...detail,
      };
    },
  }),
  columns: ownerAction({
    failure: "Not saved. Please try again.",
    async run({ db, by, id, form, values }) {
      const said = (name: string) => values[name] || undefined;
      const uses = form.getAll("column").map((field) => values[String(field)] ?? "");
      // The columns were shown for the kind that was chosen before.
      const isSameKind = values.kind === values.shownKind;
      const choice = check(choiceSchema, {
        kind: said("kind"),
        order: said("order"),
        members: said("members"),
        ...(isSameKind && uses.length > 0 && { uses }),
      });
      if (!choice.ok) return { ok: false, errors: choice.errors };
      if (!(await saveChoice(db, by, id, choice.value))) return gone;
      return { ok: true, message: "Read again with what you said." };
    },
  }),
  drop: ownerAction({
    failure: "Not discarded. Please try again.",
    async run({ db, by, id }) {
      return (await dropFile(db, by, id)) ? redirect(href("/admin/import"), 303) : gone;
    },
  }),
  undo: ownerAction({
    failure: "Nothing was undone. Please try again.",
    async run({ db, by, id }) {
      const outcome = await undoImport(db, by, id);
      if (!outcome) return { ok: false, message: "This import can't be undone any more." };
      const { removed, stay } = outcome;
      const others = stay > 0 && {
        detail: `${countOf(stay, "record")} changed or used since then stayed.`,
      };
      return { ok: true, message: `Undone: ${countOf(removed, "record")} taken back.`, ...others };
    },
  }),
});

export const handle = { title: "Import" };

const missing = {
  message: "Import not found.",
  back: { to: href("/admin/import"), label: "Back to Import" },
};

export function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return loadRecord("Failed to load the import.", missing, () => getImport(getDb(), by, id));
}

export const action = answerImportForms;

export const clientAction = showAnswer<FormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, kind, counts, importedAt, undoneAt, canUndo, beside, preview } = loaderData;
  const posted: FormState | undefined = actionData;
  return (
    <div className="flex flex-col gap-8">
      <header>
        <BackLink to={href("/admin/import")}>Back to Import</BackLink>
        <h1 className="display-3 wrap-anywhere">{fileName}</h1>
        {kind && counts && importedAt && (
          <p className="mt-1 text-soft">
            {importKindLabels[kind]}: {countsInSentence(counts)}. Imported <When at={importedAt} />
            {undoneAt && (
              <>
                , undone <When at={undoneAt} />
              </>
            )}
            .
          </p>
        )}
      </header>
      {posted?.message && (
        <FormMessage key={posted.message} ok={posted.ok}>
          <p>{posted.message}</p>
          {posted.notice && <p>{posted.notice}</p>}
          {posted.detail && <p>{posted.detail}</p>}
        </FormMessage>
      )}
      {preview?.is === "refused" && <p>{preview.message}</p>}
      {preview?.is === "read" && (
        <>
          {!isToBeSaid(preview) && <ImportPreview preview={preview} />}
          <ImportColumns
            key={JSON.stringify(preview.choice)}
            preview={preview}
            posted={posted?.intent === "columns" ? posted : undefined}
          />
        </>
      )}
      <BesideOthers beside={beside} />
      {canUndo && (
        <div>
          <ConfirmedAction
            id="undo"
            label="Undo This Import"
            className="button quiet"
            question="Undo this import?"
            yes="Undo Import"
            loading="Undoing..."
            values={{ intent: "undo" }}
          >
            <p>Everything that it added is taken back. What has changed since then stays.</p>
          </ConfirmedAction>
        </div>
      )}
    </div>
  );
}
