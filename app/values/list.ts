import { isDay } from "./calendar.ts";
import { cleanText, cutCharacters } from "./text.ts";

/*
 * The one way in which lists are searched, filtered, sorted and turned over: all of it stands in the
 * address, so that it can be kept, sent and gone back to.
 */

export const pageSize = 50;

/** What a list can be asked for. A filter is one of a few values, or a day. */
export type ListShape = {
  /** What it can be sorted by, and what that is called. */
  sorts: Readonly<Record<string, string>>;
  /** The order when none is asked for; `-` in front means the greatest first. */
  sort: string;
  filters?: Readonly<Record<string, readonly string[] | "day">>;
};

export type ListAddress = {
  search: string;
  sort: string;
  page: number;
  filters: Readonly<Record<string, string>>;
};

/**
 * Reads a list's address; whatever it does not know is left out, never an error. `pageName` is where the page's number
 * stands, for the second list of a page.
 */
export function readList(
  params: URLSearchParams,
  shape: ListShape,
  pageName = "page",
): ListAddress {
  const sort = params.get("sort") ?? "";
  const page = Number(params.get(pageName) ?? 1);
  const filters: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(shape.filters ?? {})) {
    const value = params.get(name);
    if (value && (allowed === "day" ? isDay(value) : allowed.includes(value)))
      filters[name] = value;
  }
  return {
    search: cutCharacters(cleanText(params.get("q") ?? "").trim(), 100),
    sort: Object.hasOwn(shape.sorts, sort.replace(/^-/, "")) ? sort : shape.sort,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    filters,
  };
}

/** The query of a list's address with some of it changed; a change other than of the page starts at the first page. */
export function listQuery(
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
export type Page<Row> = { rows: Row[]; total: number; page: number };

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
