import { Link, useSearchParams } from "react-router";
import type { MouseEvent, ReactNode } from "react";
import { formatCount } from "#app/values/wording.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { changeQuery, pageSize, type ListQuery } from "./list-query.ts";

/** For a page with several lists: `name` is the page's parameter, `section` the list's id. */
export function Pager({
  page,
  total,
  name = "page",
  section,
}: {
  page: number;
  total: number;
  name?: string;
  section?: string;
}) {
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
        {formatCount(total)}
      </span>
      {page < last && (
        <Link className="link" rel="next" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}

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

export function NothingFound({ to = "?" }: { to?: string }) {
  return (
    <EmptyList>
      Nothing matches.{" "}
      <Link className="link" to={to}>
        Show everything
      </Link>
    </EmptyList>
  );
}
