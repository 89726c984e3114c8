import { useNavigation } from "react-router";
import { DocumentEditor } from "#app/features/site-content/admin/document-editor.tsx";
import { type EditorState, isEditorIntent } from "#app/features/site-content/admin/editor-model.ts";
import { retentionFillIns } from "#app/features/privacy/retention.ts";
import {
  knownDocument,
  openDocument,
} from "#app/features/site-content/admin/open-document.server.ts";
import { editorToasts } from "#app/features/site-content/admin/site-toasts.ts";
import { WithdrawTestimonials } from "#app/features/site-content/admin/withdraw-testimonials.tsx";
import { listTestimonialAuthors } from "#app/features/site-content/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/site-document";
import { currentAdministrator } from "./administrator.server.ts";
import { answerEditor } from "./site-document-actions.server.ts";

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
