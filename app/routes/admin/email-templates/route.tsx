import { createContext, data, Form, href } from "react-router";
import { templateList } from "#app/features/email/model.ts";
import { templateDeletion, templateToasts } from "#app/features/email/toasts.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { DeletionAnswer, deletionToastsFor } from "#app/ui/admin/deletion.tsx";
import { isNarrowed } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { Pager, NothingFound } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { AdminFormState } from "#app/routes/admin/deletion.server.ts";
import { TemplatesTable, StandardEmails } from "./parts.tsx";
import { TemplateEditor } from "./form.tsx";
import type { Route } from "./+types/route";
import { templateActions, loadTemplates } from "./templates.server.ts";

export const handle = { title: "Email Templates" };

/** A template's id, or "new": failed forms are posted to the list's own URL. */
const failedForm = createContext<string | null>(null);

export function loader({ request, context }: Route.LoaderArgs) {
  return loadTemplates(request.url, currentAdministrator(context), context.get(failedForm));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = String(form.get("intent"));
  if (!Object.hasOwn(templateActions, intent))
    return data<AdminFormState>({ ok: false, message: "Choose an action." }, 400);
  const answer = await templateActions[intent as keyof typeof templateActions](
    request,
    form,
    currentAdministrator(context),
  );
  if (!answer.data.ok && intent === "create") context.set(failedForm, "new");
  if (!answer.data.ok && intent === "update") context.set(failedForm, String(form.get("id")));
  return answer;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = form.get("intent");
  return withToasts<AdminFormState>(
    serverAction,
    intent === "create" || intent === "update"
      ? templateToasts[intent]
      : deletionToastsFor(templateDeletion, form, href("/admin/email-templates")),
    String(form.get("id")),
  );
}

export const shouldRevalidate = reloadAfterAnswer;

export default function EmailTemplates({
  loaderData: { list, templates, open, kinds, standard, ...editor },
  actionData,
}: Route.ComponentProps) {
  const page = href("/admin/email-templates");
  const answer = useLatestAnswer(actionData);
  return (
    <>
      <PageHead title="Email Templates">
        <Form method="get" preventScrollReset>
          <button type="submit" name="new" value="yes" className="button">
            Create New Template
          </button>
        </Form>
      </PageHead>
      <DeletionAnswer
        asked={answer?.asked}
        deleted={answer?.deleted}
        name={templates?.rows.find(({ id }) => id === answer?.asked)?.name}
        words={templateDeletion}
      />
      {answer?.message && (answer.ok || !open) && (
        <FormMessage ok={answer.ok}>{answer.message}</FormMessage>
      )}
      {open && !actionData?.ok && (
        <TemplateEditor
          key={editor.template?.id ?? `new ${editor.start?.name}`}
          {...editor}
          posted={actionData}
        />
      )}
      {templates === null && <LoadFailed href={page}>Failed to load email templates.</LoadFailed>}
      {templates && (templates.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search templates"
          noun="template"
          list={list}
          shape={templateList}
          total={templates.total}
          exports="email-templates"
        />
      )}
      {templates?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList>No email templates found yet. Create one!</EmptyList>
        ))}
      {templates && templates.total > 0 && (
        <TemplatesTable templates={templates.rows} kinds={kinds} list={list} />
      )}
      {templates && <Pager page={templates.page} total={templates.total} />}
      <StandardEmails emails={standard} />
    </>
  );
}
