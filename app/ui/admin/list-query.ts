import { isDay, readMonth } from "#app/values/calendar.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

/* A list's search, filters, order and page are parameters of its URL, so that it can be bookmarked and shared. */

export const pageSize = 50;

/** Which parameters a list knows. A filter is one of a few values, a day, or a month. */
export type ListShape = {
  /** What it can be sorted by, with labels. */
  sorts: Readonly<Record<string, string>>;
  /** The default order; a leading `-` means descending. */
  sort: string;
  filters?: Readonly<Record<string, readonly string[] | "day" | "month">>;
};

export type ListQuery = {
  search: string;
  sort: string;
  page: number;
  /** Rows a page; null for all rows on one page, as exports have them. */
  pageSize: number | null;
  filters: Readonly<Record<string, string>>;
};

/** Ignores what the list does not know. `pageName` is the page's parameter, for the second list of a page. */
export function readListQuery(
  params: URLSearchParams,
  shape: ListShape,
  pageName = "page",
): ListQuery {
  const sort = params.get("sort") ?? "";
  const page = Number(params.get(pageName) ?? 1);
  const filters: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(shape.filters ?? {})) {
    const value = readFilter(params.get(name) ?? "", allowed);
    if (value) filters[name] = value;
  }
  return {
    search: cutCharacters(cleanText(params.get("q") ?? "").trim(), 100),
    sort: Object.hasOwn(shape.sorts, sort.replace(/^-/, "")) ? sort : shape.sort,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    pageSize,
    filters,
  };
}

function readFilter(value: string, allowed: readonly string[] | "day" | "month"): string | null {
  if (allowed === "month") return readMonth(value);
  return (allowed === "day" ? isDay(value) : allowed.includes(value)) ? value : null;
}

/** The query string with some parameters changed; a change other than of the page starts at the first page. */
export function changeQuery(
  params: URLSearchParams,
  change: Readonly<Record<string, string | null>>,
): string {
  const next: Record<string, string | null> = {
    ...Object.fromEntries(params),
    page: null,
    ...change,
  };
  const query = new URLSearchParams(
    Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString();
  return query ? `?${query}` : "";
}

/** Rows of one page, and how many there are in all. */
export type ListPage<Row> = { rows: Row[]; total: number; page: number };

export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.keys(filters).length > 0;
}
