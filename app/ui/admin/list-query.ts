import { isDay, readMonth } from "#app/values/calendar.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

/* A list's state is in its URL, so that it can be bookmarked and shared. */

export const pageSize = 50;

export type ListShape = {
  sorts: Readonly<Record<string, string>>;
  /** A leading `-` means descending. */
  sort: string;
  filters?: Readonly<Record<string, ListFilter>>;
};

/** `of`: the choices and their labels, or what is to be entered. */
export type ListFilter = {
  label: string;
  of: Readonly<Record<string, string>> | "day" | "month";
};

export type ListQuery = {
  search: string;
  sort: string;
  page: number;
  /** Null: all rows on one page, for exports. */
  pageSize: number | null;
  filters: Readonly<Record<string, string>>;
};

/** Ignores unknown values. `pageName`: the page's parameter, for a page's second list. */
export function readListQuery(
  params: URLSearchParams,
  shape: ListShape,
  pageName = "page",
): ListQuery {
  const sort = params.get("sort") ?? "";
  const page = Number(params.get(pageName) ?? 1);
  const filters: Record<string, string> = {};
  for (const [name, filter] of Object.entries(shape.filters ?? {})) {
    const value = readFilter(params.get(name) ?? "", filter);
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

function readFilter(value: string, { of }: ListFilter): string | null {
  if (of === "month") return readMonth(value);
  return (of === "day" ? isDay(value) : Object.hasOwn(of, value)) ? value : null;
}

/** The first tab unless another one is asked for. */
export function readTab<Tab extends string>(
  tabs: Readonly<Record<Tab, unknown>>,
  asked: string | null,
): Tab {
  const names = Object.keys(tabs) as Tab[];
  return names.find((name) => name === asked) ?? names[0]!;
}

/** Any change except of the page returns to the first page. */
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

/** `isMore`: there are more than `total`. `isCut`: they are on no page. */
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  page: number;
  isMore?: boolean;
  isCut?: boolean;
};

export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== "" || Object.keys(filters).length > 0;
}
