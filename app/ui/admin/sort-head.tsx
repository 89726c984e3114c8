import { Link, useSearchParams } from "react-router";
import { changeQuery, type ListQuery } from "./list-query.ts";

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
