import { Form } from "react-router";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { AboutKind } from "./fields.ts";
import type { EmailTemplate } from "./model.ts";
import { TemplateFit } from "./template-form.tsx";
import { templateDeletion } from "./toasts.ts";

export function TemplatesTable({
  templates,
  kinds,
  list,
}: {
  templates: readonly EmailTemplate[];
  kinds: readonly AboutKind[];
  list: ListQuery;
}) {
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead by="name" list={list}>
            Name
          </SortHead>
          <th scope="col">Subject</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {templates.map(({ id, name, subject, body }) => (
          <tr key={id}>
            <td data-label="Name">{name}</td>
            <td data-label="Subject">
              <span>
                {subject}
                <TemplateFit texts={[subject, body]} kinds={kinds} />
              </span>
            </td>
            <td data-label="Actions">
              <div className="flex gap-4">
                <Form method="get" preventScrollReset>
                  <button
                    type="submit"
                    name="edit"
                    value={id}
                    className="link min-h-9 cursor-pointer"
                  >
                    Edit<span className="sr-only"> {name}</span>
                  </button>
                </Form>
                <DeleteButton id={id} name={name} question={templateDeletion.question(name)} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
