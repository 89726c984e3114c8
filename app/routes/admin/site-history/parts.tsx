import { Form } from "react-router";
import { useListForm, FilterSelect } from "#app/ui/admin/list-tools.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { countOf } from "#app/values/wording.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import type { HistoryState } from "#app/features/site-content/toasts.ts";

type FilterProps = {
  list: ListQuery;
  documents: Readonly<Record<string, string>>;
  total: number;
};

export function HistoryFilter({ list, documents, total }: FilterProps) {
  const form = useListForm((name) => list.filters[name] ?? "");
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 xl:max-w-3xl">
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3" {...form}>
        <FilterSelect name="document" label="Page" list={list} options={documents} />
        <button
          type="submit"
          className="button quiet min-h-11! px-4! [@media(scripting:enabled)]:not-focus:sr-only"
        >
          Show
        </button>
      </Form>
      <p role="status" className="text-base text-soft">
        {countOf(total, "publication")}
      </p>
    </div>
  );
}

export function HistoryAnswer({ answer }: { answer: HistoryState | undefined }) {
  const said = answer?.message ?? answer?.notice;
  if (!answer || !said) return null;
  return (
    <div className="mb-6 max-w-3xl">
      <FormMessage ok={answer.ok}>
        <p className="font-semibold">{said}</p>
        {answer.message && answer.notice && <p>{answer.notice}</p>}
        {answer.detail && <p>{answer.detail}</p>}
        {answer.ok && answer.publication !== undefined && (
          <Form method="post">
            <input type="hidden" name="publication" value={answer.publication} />
            <button
              type="submit"
              name="intent"
              value="undo"
              className="link min-h-11 cursor-pointer font-semibold"
            >
              Undo
            </button>
          </Form>
        )}
      </FormMessage>
    </div>
  );
}
