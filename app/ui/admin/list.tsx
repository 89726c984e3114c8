import { Link, useSearchParams } from "react-router";
import type { MouseEvent, ReactNode } from "react";
import { formatCount, formatTotal } from "#app/values/wording.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import {
  changeQuery,
  isNarrowed,
  pageSize,
  type ListPage,
  type ListQuery,
  type ListShape,
} from "./list-query.ts";
import { ListTools, type ToolsProps } from "./list-tools.tsx";

type PagerProps = {
  page: number;
  total: number;
  isMore?: boolean | undefined;
  isCut?: boolean | undefined;
  name?: string;
  section?: string;
};

/** For a page with several lists: `name` is the page's parameter, `section` the list's id. */
export function Pager({ page, total, isMore = false, isCut, name = "page", section }: PagerProps) {
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
        {formatCount((page - 1) * pageSize + 1)}–{formatCount(Math.min(page * pageSize, total))} of{" "}
        {formatTotal(total, isMore)}
      </span>
      {(page < last || (isMore && !isCut)) && (
        <Link className="link" rel="next" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}

type RecordListProps<Row> = Omit<ListTopProps, "total" | "isMore"> & {
  found: ListPage<Row>;
  columns: readonly (Column | false)[];
  className?: string;
  /** The `<tr>` of a row, with its key. */
  children: (row: Row) => ReactNode;
};

export function RecordList<Row>({
  found: { rows, total, page, isMore, isCut },
  columns,
  className = "table cards",
  children,
  ...top
}: RecordListProps<Row>) {
  return (
    <>
      <ListTop total={total} isMore={isMore} {...top} />
      {total > 0 && (
        <table className={className}>
          <thead>
            <tr>
              {columns.map(
                (column) =>
                  column && (
                    <ColumnHead
                      key={keyOf(column)}
                      column={column}
                      list={top.list}
                      shape={top.shape}
                    />
                  ),
              )}
            </tr>
          </thead>
          <tbody>{rows.map((row) => children(row))}</tbody>
        </table>
      )}
      <Pager page={page} total={total} isMore={isMore} isCut={isCut} />
      {isCut && (
        <p className="mt-2 text-soft">
          There are more {top.noun}s than this list shows. Please search for the others.
        </p>
      )}
    </>
  );
}

type ListTopProps = ToolsProps & {
  isEmpty?: boolean;
  empty: ReactNode;
  hint?: ReactNode;
  /** The URL of the list without search and filters. */
  all?: string;
};

/** Search and filters, and what is said in place of rows. */
export function ListTop({ isEmpty, empty, hint, all, ...tools }: ListTopProps) {
  const { list, total } = tools;
  return (
    <>
      {(total > 0 || isNarrowed(list)) && <ListTools {...tools} />}
      {(isEmpty ?? total === 0) && (
        <NoRows list={list} hint={hint} all={all}>
          {empty}
        </NoRows>
      )}
    </>
  );
}

type NoRowsProps = Pick<ListTopProps, "list" | "hint" | "all"> & { children: ReactNode };

export function NoRows({ list, hint, all = "?", children }: NoRowsProps) {
  if (!isNarrowed(list)) return <EmptyList hint={hint}>{children}</EmptyList>;
  return (
    <EmptyList>
      Nothing matches.{" "}
      <Link className="link" to={all}>
        Show everything
      </Link>
    </EmptyList>
  );
}

/** `by`: one of the shape's sorts, which names it. A hidden head is for screen readers. */
type Column =
  | string
  | { by: string; number?: boolean }
  | { text: string; hidden?: boolean; className?: string };

function keyOf(column: Column): string {
  if (typeof column === "string") return column;
  return "by" in column ? column.by : column.text;
}

type HeadProps = { column: Column; list: ListQuery; shape: ListShape };

function ColumnHead({ column, list, shape }: HeadProps) {
  const [params] = useSearchParams();
  if (typeof column === "string") return <th scope="col">{column}</th>;
  if ("text" in column) {
    const { text, hidden, className } = column;
    return (
      <th scope="col" className={className}>
        {hidden ? <span className="sr-only">{text}</span> : text}
      </th>
    );
  }
  const { by, number } = column;
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
        {shape.sorts[by]}
      </Link>
    </th>
  );
}

/** Dates lie above the stretched `data-open` link to show their tooltip; their clicks follow it. */
export function LinkedRow({ children }: { children: ReactNode }) {
  return (
    <tr className="linked" onClick={follow}>
      {children}
    </tr>
  );
}

function follow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  if (!(target as Element).closest("time")) return;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  currentTarget
    .querySelector("[data-open]")
    ?.dispatchEvent(new globalThis.MouseEvent("click", click));
}
