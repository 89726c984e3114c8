import { expect, test } from "vitest";
import { standardEmails } from "./templates.server.ts";

const headsOf = (details: { invoicing: boolean }) =>
  [...Map.groupBy(standardEmails(details), ({ about }) => about)].map(([about, emails]) => [
    about,
    emails.length,
  ]);

test("each standard email stands under what it is about", () => {
  expect(headsOf({ invoicing: true })).toEqual([
    ["Quotes", 4],
    ["Invoices", 4],
    ["Appointments", 8],
    ["Exams", 5],
  ]);
});

test("without invoices only those about appointments and exams are listed", () => {
  expect(headsOf({ invoicing: false })).toEqual([
    ["Appointments", 8],
    ["Exams", 5],
  ]);
});
