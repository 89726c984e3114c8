import { Link, useSearchParams } from "react-router";
import { formatCount } from "#app/values/wording.ts";
import { changeQuery, pageSize } from "./list-query.ts";

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
