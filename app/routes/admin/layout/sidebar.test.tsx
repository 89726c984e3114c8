import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { barLength, phonePages } from "./pages.ts";
import { type Counts, WaitingSum } from "./sidebar.tsx";

const none = { messages: 0, requests: 0, bookings: 0, quotes: 0, invoices: 0, emails: 0 };

const badge = (counts: Counts) =>
  renderToStaticMarkup(<WaitingSum counts={counts} of={phonePages.slice(barLength)} />).replaceAll(
    /<[^>]*>/g,
    "",
  );

describe("what waits behind More", () => {
  test("is counted together, and only of the pages that are there", () => {
    expect(badge({ ...none, messages: 5, requests: 4, bookings: 1, invoices: 2 })).toBe(
      ", 3 waiting",
    );
  });

  test("is not spoken of where nothing waits, or counting failed", () => {
    expect([badge({ ...none, messages: 5, requests: 4 }), badge(null)]).toEqual(["", ""]);
  });

  test("is many where one of them is", () => {
    expect(badge({ ...none, bookings: 100, invoices: 2 })).toBe(", 99+ waiting");
  });
});
