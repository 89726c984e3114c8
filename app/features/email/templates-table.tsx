import { Form, Link, useSearchParams } from "react-router";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { changeQuery, type ListQuery } from "#app/ui/admin/list-query.ts";
import { FieldedText } from "./fielded-text.tsx";
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
  const [params] = useSearchParams();
  return (
    <table className="table cards">
      <thead>
        <tr>
          <SortHead by="name" list={list}>
            Name
          </SortHead>
          <th scope="col" className="xl:w-96">
            For
          </th>
          <th scope="col">Subject</th>
          <th scope="col" className="text-right!">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {templates.map(({ id, name, subject, body }) => (
          <LinkedRow key={id}>
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
                <DeleteButton id={id} name={name} question={templateDeletion.question(name)} />
              </div>
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}
