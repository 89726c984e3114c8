import { createContext, Form } from "react-router";
import { templateList } from "#app/features/email/model.ts";
import { templateDeletion } from "#app/features/email/toasts.ts";
import { DeletionAnswer } from "#app/ui/admin/deletion.tsx";
import { RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { TemplateRow, StandardEmails } from "./parts.tsx";
import { TemplateEditor } from "./form.tsx";
import type { Route } from "./+types/route";
import { templateActions, loadTemplates } from "./templates.server.ts";

export const handle = { title: "Email Templates" };

/** A template's id, or "new": failed forms are posted to the list's own URL. */
const failedForm = createContext<string | null>(null);

export function loader({ request, context }: Route.LoaderArgs) {
  return loadTemplates(request.url, currentAdministrator(context), context.get(failedForm));
}

const answerTemplates = answerForms(templateActions);

export async function action(args: Route.ActionArgs) {
  const reply = await answerTemplates(args);
  if (reply instanceof Response || reply.data.ok) return reply;
  const { intent, values } = reply.data;
  if (intent === "create") args.context.set(failedForm, "new");
  if (intent === "update") args.context.set(failedForm, values?.id ?? null);
  return reply;
}

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function EmailTemplates({
  loaderData: { list, templates, open, kinds, standard, ...editor },
  actionData,
}: Route.ComponentProps) {
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
        name={templates.rows.find(({ id }) => id === answer?.asked)?.name}
        words={templateDeletion}
      />
      {answer?.message && !answer.deleted && (answer.ok || !open) && (
        <FormMessage ok={answer.ok}>{answer.message}</FormMessage>
      )}
      {open && !actionData?.ok && (
        <TemplateEditor
          key={editor.template?.id ?? `new ${editor.start?.name}`}
          {...editor}
          posted={actionData}
        />
      )}
      <RecordList
        label="Search templates"
        noun="template"
        exports="email-templates"
        list={list}
        shape={templateList}
        found={templates}
        empty="No email templates found yet. Create one!"
        columns={[
          { by: "name" },
          { text: "For", className: "xl:w-96" },
          "Subject",
          { text: "Actions", className: "text-right!" },
        ]}
      >
        {(template) => <TemplateRow key={template.id} template={template} kinds={kinds} />}
      </RecordList>
      <StandardEmails emails={standard} />
    </>
  );
}
