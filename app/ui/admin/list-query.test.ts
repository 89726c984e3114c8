import { describe, expect, test } from "vitest";
import { changeQuery, type ListShape, readListQuery } from "./list-query.ts";

const shape: ListShape = {
  sorts: { name: "Name", created: "Written" },
  sort: "-created",
  filters: {
    status: { label: "Status", of: { open: "Open", closed: "Closed" } },
    from: { label: "From", of: "day" },
    month: { label: "Month", of: "month" },
  },
};
const read = (query: string) => readListQuery(new URLSearchParams(query), shape);

describe("the URL of a list", () => {
  test("says what is searched, sorted and filtered, and which page", () => {
    expect(read("q=+ada+&sort=name&page=3&status=open&from=2026-03-01")).toEqual({
      search: "ada",
      sort: "name",
      page: 3,
      pageSize: 50,
      filters: { status: "open", from: "2026-03-01" },
    });
  });

  test.each([
    "sort=password",
    "sort=toString",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "status=other",
    "status=toString",
    "from=2026-02-30",
    "month=2026-13",
    "month=soon",
    "status=",
    "toString=1",
  ])("%s is left out", (query) => {
    expect(read(query)).toEqual({
      search: "",
      sort: "-created",
      page: 1,
      pageSize: 50,
      filters: {},
    });
  });

  test.each(["month=2026-11", "month=11/2026", "month=Nov+2026", "month=november+2026"])(
    "%s is a month",
    (query) => expect(read(query).filters).toEqual({ month: "2026-11" }),
  );

  test("starts at the first page after any other change", () => {
    const params = new URLSearchParams("q=ada&page=3&status=");
    expect(changeQuery(params, { sort: "name" })).toBe("?q=ada&sort=name");
    expect(changeQuery(params, { page: "4" })).toBe("?q=ada&page=4");
    expect(changeQuery(params, { q: null })).toBe("");
  });
});
