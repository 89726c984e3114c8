import { describe, expect, test } from "vitest";
import { owner } from "#tests/support/factories.ts";
import { changeInWords, changesOf, labelFrom, type NounWords } from "./changes.ts";
import { actorInWords } from "./model.ts";

const words: NounWords = {
  state: { label: "Status", say: labelFrom({ pending: "Pending", booked: "Booked" }) },
};
const inWords = (before: object | null, after: object | null) =>
  changesOf(before as never, after as never, words).map((change) => changeInWords(change));

describe("the activity log says a change", () => {
  test.each<[string, object | null, object | null, string[]]>([
    ["by its labels", { state: "pending" }, { state: "booked" }, ["Status: Pending → Booked"]],
    [
      "of an unknown value as stored",
      { state: "pending" },
      { state: "x" },
      ["Status: Pending → x"],
    ],
    [
      "of a field without words",
      { exam_date: null },
      { exam_date: "2026-11-20" },
      ["Exam date: Friday, 20 November 2026"],
    ],
    ["to nothing", { teacherName: "Jo" }, { teacherName: "" }, ["Teacher name: Jo → empty"]],
    ["only where there is one", { a: 1, b: null }, { a: 1, b: "" }, []],
    ["of a new record", null, { state: "pending", b: "" }, ["Status: Pending"]],
    [
      "of lists and objects",
      { a: [] },
      { a: ["x", { hours: 2, free: false }] },
      ["A: x, hours 2, free no"],
    ],
  ])("%s", (_name, before, after, said) => expect(inWords(before, after)).toEqual(said));

  test("of a long text cut, on each side", () => {
    const [said] = inWords({ notes: "one ".repeat(100) }, { notes: "two ".repeat(100) });
    expect(said).toMatch(/^Notes: (one )+one… → (two )+two…$/);
    expect(said!.length).toBeLessThan(340);
  });
});

test("an acceptance issues invoices; everything else a client does is the client's", () => {
  const said = ["invoice", "quote"].map((kind) => actorInWords("client", kind));
  expect(said).toEqual(["The client's acceptance", "The client"]);
  expect(actorInWords(owner.email, "invoice")).toBe(owner.email);
});
