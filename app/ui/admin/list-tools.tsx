import type { ReactNode } from "react";
import { Form, href, useSearchParams } from "react-router";
import { Search } from "#app/ui/icons.gen.tsx";
import { countOf } from "#app/values/wording.ts";
import { changeQuery, type ListQuery, type ListShape } from "./list-query.ts";
import { useListForm } from "./use-list-form.ts";

type ToolsProps = {
  label: string;
  /** Singular: `quote` becomes "7 quotes". */
  noun: string;
  list: ListQuery;
  shape: ListShape;
  /** Wide screens sort by column heads, so only phones need the select. */
  heads?: boolean;
  total: number;
  exports: string;
  keeps?: readonly string[];
  children?: ReactNode;
};

export function ListTools({
  label,
  noun,
  list,
  shape,
  heads = true,
  total,
  exports,
  keeps,
  children,
}: ToolsProps) {
  const [params] = useSearchParams();
  const usual = list.sort === shape.sort;
  const form = useListForm((name) => {
    if (name === "q") return params.get("q") ?? "";
    return name === "sort" ? (usual ? "" : list.sort) : (list.filters[name] ?? "");
  });
  const kept = keeps?.filter((name) => params.get(name)) ?? [];
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
      <Form
        method="get"
        role="search"
        className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full md:max-lg:grow"
        {...form}
      >
        {kept.map((name) => (
          <input key={name} type="hidden" name={name} value={params.get(name)!} />
        ))}
        <label className="list-search">
          <Search size={16} className="shrink-0 text-soft" />
          <span className="sr-only">{label}</span>
          <input
            type="search"
            name="q"
            defaultValue={list.search}
            placeholder={label}
            autoComplete="off"
          />
        </label>
        <div className="chips">
          {children}
          <SortSelect list={list} shape={shape} hidden={heads} />
        </div>
        <button
          type="submit"
          className="button quiet min-h-11! px-4! [@media(scripting:enabled)]:not-focus:sr-only"
        >
          Search
        </button>
      </Form>
      <p className="text-base text-soft">
        <span role="status">{countOf(total, noun)}</span>
        {total > 0 && (
          <>
            {" · "}
            <a
              className="link"
              href={href("/admin/export/:list", { list: exports }) + changeQuery(params, {})}
              download
            >
              Export CSV
            </a>
          </>
        )}
      </p>
    </div>
  );
}

function SortSelect({
  list,
  shape: { sorts, sort: usual },
  hidden,
}: {
  list: ListQuery;
  shape: ListShape;
  hidden: boolean;
}) {
  const orders = Object.entries(sorts).flatMap(([name, label]) => [
    [name, `${label} ↑`] as const,
    [`-${name}`, `${label} ↓`] as const,
  ]);
  if (orders.length === 0) return null;
  return (
    <span className={`chip relative ${hidden ? "xl:hidden" : ""}`}>
      <label>
        <span className="max-md:sr-only">Sort by</span>
        <select name="sort" defaultValue={list.sort === usual ? "" : list.sort}>
          {orders.map(([value, text]) => (
            <option key={value} value={value === usual ? "" : value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}
