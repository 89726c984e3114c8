import { href } from "react-router";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { importKindLabels } from "#app/features/imports/model.ts";
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
import type { Route } from "./+types/route";
import { answerImportForms } from "./actions.server.ts";
import {
  BesideOthers,
  countsInSentence,
  ImportColumns,
  ImportPreview,
  isToBeSaid,
} from "./parts.tsx";

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
