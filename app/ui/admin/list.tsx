import type { ReactNode } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { changeQuery, type ListQuery, type ListShape, pageSize } from "./list-query.ts";

/* What every list of the desk is worked with: plain forms and links, so that the address always says what is shown. */

const counted = new Intl.NumberFormat("en-AU");

type ToolsProps = {
  /** What is searched, as the field's label says it. */
  label: string;
  list: ListQuery;
  shape: ListShape;
  /** Whether columns have heads to sort by where there is room for them. */
  heads?: boolean;
  total: number;
  /** The list's name in the address of its export. */
  exports: string;
  /** Parameters of the address that searching keeps. */
  keeps?: readonly string[];
  children?: ReactNode;
};

/** Search and filters of a list, its size, and its export. */
export function ListTools({
  label,
  list,
  shape,
  heads = true,
  total,
  exports,
  keeps,
  children,
}: ToolsProps) {
  const [params] = useSearchParams();
  const kept = keeps?.filter((name) => params.get(name)) ?? [];
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <Form
        method="get"
        role="search"
        className="flex flex-wrap items-end gap-3"
        key={params.toString()}
      >
        {kept.map((name) => (
          <input key={name} type="hidden" name={name} value={params.get(name)!} />
        ))}
        <SortSelect list={list} shape={shape} hidden={heads} />
        <label className="flex flex-col text-base">
          {label}
          <input
            type="search"
            name="q"
            defaultValue={list.search}
            className="min-h-11 w-56 rounded-sm border border-edge bg-field px-3"
          />
        </label>
        {children}
        <button type="submit" className="button quiet order-1 min-h-11! px-4!">
          Search
        </button>
      </Form>
      <p className="text-base text-soft">
        {total === 1 ? "1 row" : `${counted.format(total)} rows`}
        {total > 0 && (
          <>
            {" · "}
            <a
              className="link"
              href={`/admin/export/${exports}${changeQuery(params, {})}`}
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

/** The order, for lists without heads and for phones, where rows are cards. It stands first in the address and last to the eye. */
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
    <label className={`order-1 flex flex-col text-base ${hidden ? "md:hidden" : ""}`}>
      Sort by
      <select
        name="sort"
        defaultValue={list.sort === usual ? "" : list.sort}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      >
        {orders.map(([value, text]) => (
          <option key={value} value={value === usual ? "" : value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One of a few values to filter by; the first choice is all of them. */
export function FilterSelect({
  name,
  label,
  list,
  options,
}: {
  name: string;
  label: string;
  list: ListQuery;
  options: Readonly<Record<string, string>>;
}) {
  return (
    <label className="flex flex-col text-base">
      {label}
      <select
        name={name}
        defaultValue={list.filters[name] ?? ""}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      >
        <option value="">All</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function FilterDay({ name, label, list }: { name: string; label: string; list: ListQuery }) {
  return (
    <label className="flex flex-col text-base">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={list.filters[name] ?? ""}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      />
    </label>
  );
}

/** The head of a column that the list can be sorted by; choosing it again turns the order round. */
export function SortHead({
  by,
  list,
  number = false,
  children,
}: {
  by: string;
  list: ListQuery;
  number?: boolean;
  children: string;
}) {
  const [params] = useSearchParams();
  const active = list.sort.replace(/^-/, "") === by;
  const descending = list.sort.startsWith("-");
  return (
    <th
      scope="col"
      className={number ? "number" : undefined}
      aria-sort={active ? (descending ? "descending" : "ascending") : undefined}
    >
      <Link
        to={changeQuery(params, { sort: active && !descending ? `-${by}` : by })}
        className="hover:text-accent"
        preventScrollReset
      >
        {children}
      </Link>
    </th>
  );
}

/** For a list that is one of several on its page: the parameter of its page's number, and its section's id. */
type Place = { name?: string; section?: string };

/** The ways to the pages before and after; nothing when all is on one. */
export function Pager({
  page,
  total,
  name = "page",
  section,
}: { page: number; total: number } & Place) {
  const [params] = useSearchParams();
  const last = Math.ceil(total / pageSize);
  if (last <= 1) return null;
  const to = (target: number) => {
    const change = {
      notice: null,
      page: params.get("page"),
      [name]: target === 1 ? null : String(target),
    };
    return (changeQuery(params, change) || "?") + (section ? `#${section}` : "");
  };
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-baseline gap-6">
      {page > 1 && (
        <Link className="link" rel="prev" to={to(page - 1)}>
          Previous
        </Link>
      )}
      <span className="text-soft">
        {counted.format((page - 1) * pageSize + 1)}–
        {counted.format(Math.min(page * pageSize, total))} of {counted.format(total)}
      </span>
      {page < last && (
        <Link className="link" rel="next" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}

/** Whether anything narrows the list, so that an empty one says the right thing. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.keys(filters).length > 0;
}

export function NothingFound({ to = "?" }: { to?: string }) {
  return (
    <p className="py-6">
      Nothing matches.{" "}
      <Link className="link" to={to}>
        Show everything
      </Link>
    </p>
  );
}
