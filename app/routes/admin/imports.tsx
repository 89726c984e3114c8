import { randomUUID } from "node:crypto";
import { Form, href, Link, redirect } from "react-router";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { checkFile, keepFile } from "#app/features/imports/commands.server.ts";
import { importKindLabels, importLimits, tooLargeImport } from "#app/features/imports/model.ts";
import { listImports } from "#app/features/imports/queries.server.ts";
import { guardNames, guardOf } from "#app/features/intake/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswerTo } from "#app/ui/show-answer.ts";
import { oneLine } from "#app/values/text.ts";
import type { Route } from "./+types/imports";
import { answerForms, ownerAction } from "./form-actions.server.ts";
import { countsInSentence } from "./import/parts.tsx";
import { load } from "./load.server.ts";

export const handle = { title: "Import" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the imports.", async () => ({
    formKey: randomUUID(),
    imports: await listImports(getDb(), by),
  }));
}

const noFile = { ok: false as const, errors: { file: "Choose the file." } };

export const action = answerForms({
  upload: ownerAction({
    failure: "The file wasn't read. Please try again.",
    async run({ db, by, form, values }) {
      const file = form.get("file");
      if (!(file instanceof File) || file.size === 0) return noFile;
      if (file.size > importLimits.bytes) return { ok: false, errors: { file: tooLargeImport } };
      const fileName = oneLine(file.name).slice(0, 100) || "A file";
      const given = { fileName, bytes: await file.bytes() };
      const refusal = await checkFile(given);
      if (refusal) return { ok: false, errors: { file: refusal } };
      const id = await keepFile(db, by, { ...given, key: guardOf(values).key });
      return redirect(href("/admin/import/:id", { id }), 303);
    },
  }),
});

export const clientAction = showAnswerTo<FormState>("upload", importLimits.bytes, tooLargeImport);

export const shouldRevalidate = reloadAfterAnswer;

export default function Imports({
  loaderData: { formKey, imports },
  actionData,
}: Route.ComponentProps) {
  const posted: FormState | undefined = actionData;
  return (
    <div className="flex flex-col gap-10">
      <header>
        <BackLink to={href("/admin/clients")}>Back to Clients</BackLink>
        <h1 className="display-3">Import</h1>
        <p className="mt-1 max-w-prose text-soft">
          Bring clients, appointments and newsletter subscribers along. You'll see what becomes of
          each line before anything is added, and nobody gets an email.
        </p>
      </header>
      <Form method="post" encType="multipart/form-data" className="flex max-w-2xl flex-col gap-4">
        <input type="hidden" name="intent" value="upload" />
        <input type="hidden" name={guardNames.key} value={formKey} />
        <ErrorSummary errors={posted?.errors ?? {}} />
        <FormFailure state={posted} />
        <Field
          name="file"
          type="file"
          label="File"
          accept=".csv,.txt,.tsv,.zip,text/csv,text/plain,application/zip"
          hint={fileHint}
          error={posted?.errors?.file}
          required={false}
        />
        <SubmitButton loading="Reading the file..." className="button self-start">
          See What's in It
        </SubmitButton>
      </Form>
      {imports.length > 0 && <EarlierImports imports={imports} />}
    </div>
  );
}

const fileHint =
  "A CSV file from Acuity, Calendly, Squarespace, HoneyBook, My Music Staff, Google Contacts, Xero " +
  "or a spreadsheet, or the archive that Mailchimp exports.";

type Listed = Route.ComponentProps["loaderData"]["imports"];

function EarlierImports({ imports }: { imports: Listed }) {
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="display-3 mb-3">
        Earlier imports
      </h2>
      <ul className="max-w-3xl border-b border-line">
        {imports.map(({ id, fileName, kind, counts, createdAt, importedAt, undoneAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3"
          >
            <div className="min-w-0 flex-1 wrap-anywhere">
              <Link to={href("/admin/import/:id", { id })} className="link font-semibold">
                {fileName}
              </Link>
              <span className="block text-base text-soft">
                {kind && counts
                  ? `${importKindLabels[kind]}: ${countsInSentence(counts)}`
                  : "Not imported yet"}
              </span>
            </div>
            <div className="flex items-center gap-3 text-base text-soft">
              {undoneAt ? <Badge tone="quiet">Undone</Badge> : null}
              {!importedAt && <Badge tone="waiting">Waiting</Badge>}
              <When at={importedAt ?? createdAt} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
