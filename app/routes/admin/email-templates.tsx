import { randomUUID } from "node:crypto";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { data, Form, href, type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { deleteTemplate, restoreTemplate } from "#app/features/email/commands.server.tsx";
import { templateList } from "#app/features/email/model.ts";
import { getTemplate, listTemplates } from "#app/features/email/queries.server.ts";
import { newestEmailRecords } from "#app/features/email/records.server.ts";
import { TemplateForm } from "#app/features/email/template-form.tsx";
import { TemplatesTable } from "#app/features/email/templates-table.tsx";
import { templateDeletion, templateToasts } from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { DeletionAnswer, deletionToastsFor } from "#app/ui/admin/deletion.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/email-templates";
import { currentAdministrator } from "./administrator.server.ts";
import { answerDeletion, type AdminFormState } from "./deletion.server.ts";
import { saveTemplate } from "./save-template.server.ts";

export const handle = { title: "Email Templates" };

/** `?edit=ID` and `?new` open the dialog, so that it works without scripts as well. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const list = readListQuery(searchParams, templateList);
  const asker = currentAdministrator(context);
  const edited = searchParams.get("edit");
  try {
    const templates = await listTemplates(getDb(), asker, list);
    const template = edited ? await getTemplate(getDb(), asker, edited) : null;
    const open = template !== null || searchParams.has("new");
    const records = open ? await newestEmailRecords(getDb(), asker) : [];
    return {
      formKey: randomUUID(),
      list,
      templates,
      template,
      open,
      specimens: records.map(({ about, record }) => ({ label: about.label, record })),
    };
  } catch (error) {
    log.error({ err: error }, "templates not loaded");
    return { formKey: "", list, templates: null, template: null, open: false, specimens: [] };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const by = currentAdministrator(context);
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === "create" || intent === "update") return saveTemplate(request, by, intent);
  if (intent === "delete" || intent === "restore")
    return answerDeletion(form, by, {
      remove: deleteTemplate,
      restore: restoreTemplate,
      words: templateDeletion,
    });
  return data<AdminFormState>({ ok: false, message: "Choose what to do." }, 400);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = form.get("intent");
  return withToasts<AdminFormState>(
    serverAction,
    intent === "create" || intent === "update"
      ? templateToasts[intent]
      : deletionToastsFor(templateDeletion, form, href("/admin/email-templates")),
  );
}

/** After a refusal the list is another than the page shows: always look again. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod === "POST" || defaultShouldRevalidate;

export default function EmailTemplates({
  loaderData: { formKey, list, templates, template, open, specimens },
  actionData,
}: Route.ComponentProps) {
  const page = href("/admin/email-templates");
  const navigate = useNavigate();
  const close = useCallback(
    () => void navigate(page, { preventScrollReset: true }),
    [navigate, page],
  );
  return (
    <>
      <div className="mb-6 flex justify-end">
        <h1 className="sr-only">Email Templates</h1>
        <Form method="get" preventScrollReset>
          <button type="submit" name="new" value="yes" className="button">
            Create New Template
          </button>
        </Form>
      </div>
      <DeletionAnswer
        asked={actionData?.asked}
        deleted={actionData?.deleted}
        words={templateDeletion}
      />
      {actionData?.message && (actionData.ok || !open) && (
        <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>
      )}
      {open && !actionData?.ok && (
        <TemplateDialog
          key={template?.id ?? "new"}
          title={template ? "Edit Template" : "Create New Template"}
          onClose={close}
        >
          <TemplateForm
            formKey={formKey}
            template={template}
            specimens={specimens}
            posted={actionData}
            onSaved={close}
          />
        </TemplateDialog>
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
        <TemplatesTable templates={templates.rows} list={list} />
      )}
      {templates && <Pager page={templates.page} total={templates.total} />}
    </>
  );
}

function TemplateDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Open in the page as it arrives, for browsers without scripts; with them it is a modal one.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-label={title}
      onClose={onClose}
      className="m-auto w-[min(68rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6"
    >
      <div className="mb-4 flex items-center justify-between">
        <h2 className="display-3">{title}</h2>
        <form method="dialog">
          <button
            type="submit"
            className="flex size-11 cursor-pointer items-center justify-center text-2xl text-soft hover:text-ink"
          >
            <span className="sr-only">Close</span>
            <span aria-hidden="true">×</span>
          </button>
        </form>
      </div>
      {children}
    </dialog>
  );
}
