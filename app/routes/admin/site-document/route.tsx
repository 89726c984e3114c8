import { useNavigation } from "react-router";
import { DocumentEditor } from "#app/features/site-content/admin/document-editor.tsx";
import { type EditorState, isEditorIntent } from "#app/features/site-content/admin/editor-model.ts";
import { retentionFillIns } from "#app/features/privacy/retention.ts";
import {
  knownDocument,
  openDocument,
} from "#app/features/site-content/admin/open-document.server.ts";
import { editorToasts } from "#app/features/site-content/toasts.ts";
import { listTestimonialAuthors } from "#app/features/site-content/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
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

export async function action({ request, params, context }: Route.ActionArgs) {
  return answerEditor(request, currentAdministrator(context), knownDocument(params.document));
}

export async function clientAction({ request, serverAction, params }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = String(form.get("intent"));
  if (!isEditorIntent(intent)) return serverAction();
  let answer: EditorState | undefined;
  const send = async () => (answer = (await serverAction()) as unknown as EditorState);
  const toasts = editorToasts(intent, params.document, () => answer?.publication);
  return withToasts<EditorState>(send, toasts, params.document);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function EditSiteDocument({
  loaderData: { document, authors },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <DocumentEditor key={document.name} document={document} answer={actionData} busy={busy} />
      <WithdrawTestimonials authors={authors} busy={busy} />
    </>
  );
}

type WithdrawProps = { authors: readonly string[]; busy: boolean };

/** For authors who no longer agree. Lists former testimonials too: they are in the history. */
function WithdrawTestimonials({ authors, busy }: WithdrawProps) {
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
              values={{ intent: "withdraw", author }}
              busy={busy}
            >
              <p>Visitors can't read them any more, and they can't be put back.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
    </details>
  );
}
