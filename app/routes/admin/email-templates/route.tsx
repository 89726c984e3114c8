import { createContext, Form, Link, useSearchParams } from "react-router";
import { templateList, type EmailTemplate } from "#app/features/email/model.ts";
import { templateDeletion, type StandardEmailRow } from "#app/features/email/templates.ts";
import { DeletionAnswer, DeleteButton } from "#app/ui/admin/deletion.tsx";
import { RecordList, LinkedRow } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { changeQuery } from "#app/ui/admin/list-query.ts";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";
import type { AboutKind } from "#app/features/email/fields.ts";
import { grouped } from "#app/values/older-browsers.ts";
import { TemplateEditor, TemplateFit } from "./form.tsx";
import { templateActions, loadTemplates } from "./templates.server.ts";
import type { Route } from "./+types/route";

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

type TemplateRowProps = { template: EmailTemplate; kinds: readonly AboutKind[] };

function TemplateRow({ template: { id, name, subject, body }, kinds }: TemplateRowProps) {
  const [params] = useSearchParams();
  return (
    <LinkedRow>
      <td data-place="title" className="font-semibold wrap-anywhere xl:w-60">
        <Link data-open="" preventScrollReset to={changeQuery(params, { edit: id })}>
          {name}
        </Link>
      </td>
      <td data-place="below" className="md:max-xl:[grid-area:3/1/4/-1]">
        <TemplateFit texts={[subject, body]} kinds={kinds} />
      </td>
      <td data-place="line">
        <FieldedText text={subject} kinds={kinds} />
      </td>
      <td data-place="amount">
        <div className="flex items-baseline justify-end gap-4">
          <Form method="get" preventScrollReset>
            <button
              type="submit"
              name="edit"
              value={id}
              className="link cursor-pointer max-md:min-h-11 pointer-coarse:min-h-11"
            >
              Edit<span className="sr-only"> {name}</span>
            </button>
          </Form>
          <DeleteButton
            id={id}
            name={name}
            question={templateDeletion.question(name)}
            toasts={templateDeletion.deleting}
          />
        </div>
      </td>
    </LinkedRow>
  );
}

function StandardEmails({ emails }: { emails: readonly StandardEmailRow[] }) {
  if (emails.length === 0) return null;
  return (
    <section aria-labelledby="standard-emails" className="mt-12">
      <h2 id="standard-emails" className="display-3 mb-2">
        Standard emails
      </h2>
      <p className="mb-4 max-w-2xl text-soft">
        These emails have a text already. To say it your way, write your own: your template of the
        same name goes out in its place.
      </p>
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col" className="xl:w-60">
              Email
            </th>
            <th scope="col" className="xl:w-96">
              Sent
            </th>
            <th scope="col">Subject</th>
            <th scope="col" className="text-right!">
              Actions
            </th>
          </tr>
        </thead>
        {[...grouped(emails, (email) => email.about)].map(([about, group]) => (
          <tbody key={about}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={groupClass}>
                {about}
              </th>
            </tr>
            {group.map(({ name, when, subject, ownId }) => (
              <tr key={name}>
                <td data-place="title" className="font-semibold xl:pr-6 xl:whitespace-nowrap">
                  {name}
                </td>
                <td data-place="below" className="text-soft md:max-xl:[grid-area:3/1/4/-1]">
                  {when}
                </td>
                <td data-place="line">
                  <FieldedText text={subject} />
                </td>
                <td data-place="amount">
                  <EditText name={name} ownId={ownId} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** A card draws the rule below itself. */
const groupClass =
  "col-span-full pt-5 font-display text-lg font-normal text-ink xl:border-line " +
  "max-xl:border-0 max-xl:pt-4 max-xl:pb-0";

function EditText({ name, ownId }: Pick<StandardEmailRow, "name" | "ownId">) {
  const button = "link cursor-pointer whitespace-nowrap max-md:min-h-11 pointer-coarse:min-h-11";
  return (
    <Form method="get" preventScrollReset className="text-right">
      {!ownId && <input type="hidden" name="from" value={name} />}
      <button type="submit" name={ownId ? "edit" : "new"} value={ownId ?? "yes"} className={button}>
        {ownId ? "Edit yours" : "Write your own"}
        <span className="sr-only"> for {name}</span>
      </button>
    </Form>
  );
}
