import { Form } from "react-router";
import { FilterSelect } from "#app/ui/admin/list-filters.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { useListForm } from "#app/ui/admin/use-list-form.ts";
import { countOf } from "#app/values/wording.ts";

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
