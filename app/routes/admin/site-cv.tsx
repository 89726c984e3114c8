import { Form, href } from "react-router";
import { pages } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getCv, removeCv, storeCv } from "#app/features/site-publishing/site-files.server.ts";
import { catchUpInTurn } from "#app/features/site-publishing/published.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { openTemporaryFile } from "#app/server/http/file-upload.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { pdfUploadLimits } from "#app/server/pdf/upload-limits.ts";
import { cleanPdf } from "#app/server/pdf/uploads.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswerTo } from "#app/ui/show-answer.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { countOf, fileSize } from "#app/values/wording.ts";
import type { Route } from "./+types/site-cv";
import { answerForms, ownerAction } from "./form-actions.server.ts";
import { load } from "./load.server.ts";

export const handle = { title: "CV" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the CV.", async () => ({ cv: await getCv(getDb(), by) }));
}

const mostBytes = 5 * 1024 * 1024;
const tooLarge = "This file is more than 5 MB. Please export it smaller.";
const refusals = {
  encrypted: "This PDF is locked with a password. Please save it without one.",
  damaged: "This isn't a PDF, or it's damaged. Please export it again.",
  "too-many-pages": `This PDF has more than ${pdfUploadLimits.pages} pages.`,
};
const refused = (file: string) => ({ ok: false as const, errors: { file } });

export const action = answerForms({
  upload: ownerAction({
    failure: "The CV wasn't stored. Please try again.",
    async run({ db, by, form }) {
      const file = form.get("file");
      if (!(file instanceof File) || file.size === 0) return refused("Choose the file.");
      if (file.size > mostBytes) return refused(tooLarge);
      await using uploaded = await openTemporaryFile(getSettings().DATA_DIR);
      await uploaded.write(await file.bytes());
      const cleaned = await cleanPdf(uploaded);
      if ("refusal" in cleaned) return refused(refusals[cleaned.refusal]);
      const fileName = cutCharacters(oneLine(file.name), 100) || "CV.pdf";
      await storeCv(db, by, { fileName, ...cleaned });
      await showIt();
      return isShown(pages.director)
        ? { ok: true, message: "Your CV is public." }
        : { ok: true, message: "Saved. It's public once its page shows." };
    },
  }),
  remove: ownerAction({
    failure: "Failed to remove the CV. Please try again.",
    async run({ db, by }) {
      const removed = await removeCv(db, by);
      await showIt();
      return removed
        ? { ok: true, message: "Your CV is removed." }
        : { ok: true, notice: "It was removed already." };
    },
  }),
});

/** In this process at once. A look that fails comes again. */
const showIt = () => catchUpInTurn(getDb()).catch(() => {});

export const clientAction = showAnswerTo<FormState>("upload", mostBytes, tooLarge);

export const shouldRevalidate = reloadAfterAnswer;

export default function SiteCv({ loaderData: { cv }, actionData }: Route.ComponentProps) {
  const posted: FormState | undefined = actionData;
  const answer = posted?.ok ? (posted.message ?? posted.notice) : undefined;
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <header>
        <BackLink to={href("/admin/site")}>Back to Site</BackLink>
        <h1 className="display-3">CV</h1>
        <p className="mt-1 max-w-prose text-soft">
          Visitors can download it from the music director page. Only its pages are kept: links in
          it stop working, and it no longer says which program made it.
        </p>
      </header>
      {answer && <FormMessage ok>{answer}</FormMessage>}
      {cv && (
        <div className="flex flex-wrap items-baseline gap-x-6 border-y border-line py-3">
          <p className="min-w-0 grow wrap-anywhere">
            <a className="link font-semibold" href={href("/cv.pdf")} download>
              {cv.fileName}
            </a>
            <span className="block text-soft">
              {countOf(cv.pages, "page")}, {fileSize(cv.size)}, <When at={cv.updatedAt} />
            </span>
          </p>
          <ConfirmedAction
            id="remove-cv"
            label="Remove"
            describes="the CV"
            className="link min-h-11 cursor-pointer"
            question="Remove your CV?"
            yes="Remove"
            loading="Removing it..."
            values={{ intent: "remove" }}
          >
            <p>Its button goes, unless a link to your CV is among your links.</p>
          </ConfirmedAction>
        </div>
      )}
      <Form
        key={String(cv?.updatedAt)}
        method="post"
        encType="multipart/form-data"
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="intent" value="upload" />
        <ErrorSummary errors={posted?.errors ?? {}} />
        <FormFailure state={posted} />
        <Field
          name="file"
          type="file"
          label={cv ? "Another PDF in its place" : "Your CV as a PDF"}
          accept=".pdf,application/pdf"
          hint="Up to 5 MB."
          error={posted?.errors?.file}
          required={false}
        />
        <SubmitButton loading="Reading the file..." className="button self-start">
          {cv ? "Replace" : "Publish"}
        </SubmitButton>
      </Form>
    </div>
  );
}
