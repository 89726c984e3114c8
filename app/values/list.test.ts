import { describe, expect, test } from "vitest";
import { toCsv } from "./csv.ts";
import { listQuery, type ListShape, readList } from "./list.ts";

const shape: ListShape = { sorts: ["name", "created"], sort: "-created", filters: { status: ["open", "closed"], from: "day" } };
const read = (query: string) => readList(new URLSearchParams(query), shape);

describe("a list's address", () => {
  test("says what is searched, sorted, filtered and shown", () => {
    expect(read("q=+ada+&sort=name&page=3&status=open&from=2026-03-01")).toEqual({ search: "ada", sort: "name", page: 3, filters: { status: "open", from: "2026-03-01" } });
  });

  test.each(["sort=password", "page=0", "page=-1", "page=1.5", "page=x", "status=other", "from=2026-02-30", "status=", "toString=1"])("%s is left out", (query) => {
    expect(read(query)).toEqual({ search: "", sort: "-created", page: 1, filters: {} });
  });

  test("starts at the first page after every change but the page's own", () => {
    const params = new URLSearchParams("q=ada&page=3&status=");
    expect(listQuery(params, { sort: "name" })).toBe("?q=ada&sort=name");
    expect(listQuery(params, { page: "4" })).toBe("?q=ada&page=4");
    expect(listQuery(params, { q: null })).toBe("");
  });
});

/** Reads a sheet as RFC 4180 says, without anything of ours. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted && character === '"' && text[at + 1] === '"') cell += text[++at];
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "," || (character === "\r" && text[at + 1] === "\n"))) {
      rows.at(-1)!.push(cell);
      cell = "";
      if (character === "\r") {
        at++;
        rows.push([]);
      }
    } else cell += character;
  }
  return rows.slice(0, -1);
}

describe("a list as a spreadsheet", () => {
  const values = ['He said "yes", twice', "two\nlines", "two\r\nlines", "a,b", "🎻 é 漢", " blanks ", "", "7:30-9pm", "'quoted'"];

  test("gives the same values back", () => {
    const text = toCsv(["Value", "Amount"], values.map((value) => [value, 1200.5]));
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(readCsv(text.slice(1))).toEqual([["Value", "Amount"], ...values.map((value) => [value, "1200.5"])]);
  });

  test.each(["=1+1", "+61 400 000 000", "-5", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("https://evil.example","x")', "＝1+1"])("never takes %j for a formula", (value) => {
    const [[cell]] = readCsv(toCsv([value], []).slice(1)) as [[string]];
    expect(cell).toBe(`'${value}`);
  });

  test("leaves what is not known empty", () => {
    expect(toCsv(["a", "b"], [[null, 0]])).toBe("\uFEFFa,b\r\n,0\r\n");
  });
});
