import { useNavigation } from "react-router";
import { DocumentEditor } from "#app/features/site-content/admin/document-editor.tsx";
import type { EditorState } from "#app/features/site-content/admin/editor-model.ts";
import { retentionFillIns } from "#app/features/privacy/retention.ts";
import {
  knownDocument,
  openDocument,
} from "#app/features/site-content/admin/open-document.server.ts";
import { listTestimonialAuthors } from "#app/features/site-content/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import type { Route } from "./+types/route";
import { answerEditor } from "./actions.server.ts";

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
  const busy = useNavigation().formMethod === "POST";
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
