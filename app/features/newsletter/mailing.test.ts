import { describe, expect, test } from "vitest";
import { instantOf } from "#app/values/wall-clock.ts";
import { beginningOf, blocksOf, type MailingText, problemsOf } from "./mailing.ts";
import { planProblem } from "./mailing-commands.server.ts";
import type { MailingInput } from "./mailing-schema.ts";

const whole: MailingText = {
  subject: "Spring",
  body: "Hello [there](/about).",
  pictureAlt: "",
  buttonLabel: "",
  buttonUrl: "",
};

test("a text has paragraphs, headings and links, and keeps its line breaks", () => {
  expect(
    blocksOf("Dear all,\nhello\n\n# On Friday\nCome [to it](https://hall.example) soon"),
  ).toEqual([
    { kind: "paragraph", parts: [{ text: "Dear all,\nhello" }] },
    { kind: "heading", parts: [{ text: "On Friday" }] },
    {
      kind: "paragraph",
      parts: [{ text: "Come " }, { text: "to it", url: "https://hall.example" }, { text: " soon" }],
    },
  ]);
});

test("its beginning is what its paragraphs say, one after the other", () => {
  expect(beginningOf("Dear all,\nhello\n\n# Friday\n\nCome [to it](/about) soon")).toBe(
    "Dear all, hello Come to it soon",
  );
});

describe("before it is sent", () => {
  test("nothing is said of a whole newsletter", () => {
    expect(problemsOf(whole, false)).toEqual({});
  });

  test.for<[given: Partial<MailingText>, field: string, said: string]>([
    [{ subject: "" }, "subject", "Write a subject."],
    [{ subject: "x".repeat(121) }, "subject", "Use at most 120 characters: these are 121."],
    [{ body: " " }, "body", "Write something first."],
    [
      { body: "[the hall]()" },
      "body",
      "The link “the hall” leads nowhere: write its address in the ( ).",
    ],
    [{ body: "[](/about)" }, "body", "The link to /about has no words: [words](address)."],
    [
      { body: "[the hall](hall.example)" },
      "body",
      "The link “the hall” leads to “hall.example”. Begin with https://, or with / for a page of this site.",
    ],
    [
      { body: "[x](javascript:alert)" },
      "body",
      "The link “x” leads to “javascript:alert”. Begin with https://, or with / for a page of this site.",
    ],
    [{ buttonLabel: "Book" }, "buttonUrl", "Where does the button lead?"],
    [{ buttonUrl: "/book" }, "buttonLabel", "What does the button say?"],
  ])("of %j it says, beside %s: %s", ([given, field, said]) => {
    expect(problemsOf({ ...whole, ...given }, false)).toEqual({ [field]: said });
  });

  test("a picture needs its description", () => {
    expect(problemsOf(whole, true)).toHaveProperty("pictureAlt");
    expect(problemsOf({ ...whole, pictureAlt: "A piano" }, true)).toEqual({});
  });
});

describe("a planned time", () => {
  const at = (day: string | null, time: string | null) =>
    planProblem({ day, time } as MailingInput, new Date("2026-10-01T00:00:00Z"));

  test("is one of Melbourne's clocks, also on the day they change", () => {
    expect(at("2026-10-04", "09:00")).toEqual({});
    expect(instantOf("2026-10-04", 9 * 60)).toEqual(new Date("2026-10-03T22:00:00Z"));
  });

  test("is refused if clocks skip it, if it has passed, or if half of it is missing", () => {
    expect(at("2026-10-04", "02:30")).toHaveProperty("time");
    expect(at("2026-09-30", "09:00")).toEqual({ day: "This time has passed." });
    expect(at("2026-10-04", null)).toEqual({ time: "At what time?" });
    expect(at(null, "09:00")).toEqual({ day: "On which day?" });
  });
});
