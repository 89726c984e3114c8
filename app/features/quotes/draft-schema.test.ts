import { expect, test } from "vitest";
import { newDraftValues, readDraft } from "./draft.ts";

const written = {
  ...newDraftValues("hourly"),
  invoiceType: "Spring Musical Quote",
  clientName: "Ada Client",
  clientEmail: "ada@client.example",
};
const read = (given: Record<string, string>) => readDraft("hourly", { ...written, ...given });

test("a comma in an amount separates thousands only", () => {
  expect(read({ hourlyRate: "1,200.50" })).toMatchObject({
    ok: true,
    value: { hourlyRate: 120050 },
  });
  expect(read({ hourlyRate: "350,50", preparation: "1,5", student15: "30,5" })).toEqual({
    ok: false,
    errors: {
      hourlyRate:
        "The hourly rate must be an amount such as 350 or 1,200.50, with a point before the cents.",
      preparation:
        "The show preparation must be an amount such as 350 or 1,200.50, with a point before the cents.",
      student15: "The 15-minute rehearsal must be an amount such as 30 or 30.50, or empty.",
    },
  });
});

test("hours have a decimal point", () => {
  expect(read({ hours: "2.5" })).toMatchObject({ ok: true, value: { hours: 2.5 } });
  for (const hours of ["1,5", "0", "25", "three", "1 5"])
    expect(read({ hours })).toEqual({
      ok: false,
      errors: { hours: "The hours must be a number such as 3 or 2.5, with a point." },
    });
});

test("only an amount for students may be left out", () => {
  expect(read({ student15: "" })).toMatchObject({ ok: true, value: { student15: null } });
  expect(read({ preparation: "" })).toMatchObject({ ok: false });
});
