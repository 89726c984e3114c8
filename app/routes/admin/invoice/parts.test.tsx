import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect } from "vitest";
import { getInvoiceHistory } from "#app/features/invoices/history.server.ts";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { InvoiceHistory } from "./parts.tsx";

async function history(db: Db, now: Date): Promise<string> {
  await theBusiness(db);
  const typed = {
    buyerName: "Mei Tan",
    buyerEmail: "mei@family.example",
    title: "Singing lessons",
    dueOn: addDays(melbourneDay(now), 7),
    lines: [{ text: "Four lessons", amount: 360_00 }],
  };
  const issued = await issueNewInvoice(db, owner, typed, { send: true }, now);
  if (!issued.ok) throw new Error(issued.reason);
  const { createdAt, createdBy } = issued.invoice;
  const entries = await getInvoiceHistory(db, owner, issued.invoice.id);
  const props = { ...entries, createdAt, createdBy, payments: [] };
  const Page = createRoutesStub([
    { path: "/", Component: () => <InvoiceHistory {...props} /> },
    { path: "/admin/sent-mail/:id" },
  ]);
  return renderToStaticMarkup(<Page />);
}

const firsts = (html: string) =>
  [...html.matchAll(/<li class="wrap-anywhere">(\w+)|<li>(Created)/g)].map(
    ([, entry, created]) => entry ?? created,
  );

// The database notes an email's time itself: before the application's own time, or after it.
const later = new Date("2036-01-01T00:00:00Z");

dbTest("an invoice was created, then issued, then emailed", async ({ db }) => {
  expect(firsts(await history(db, NOW))).toEqual(["Email", "Issued", "Created"]);
});

dbTest("an invoice is issued before the email of its own transaction", async ({ db }) => {
  expect(firsts(await history(db, later))).toEqual(["Email", "Issued", "Created"]);
});

dbTest("the entry of issuing repeats neither total nor due day", async ({ db }) => {
  expect(await history(db, NOW)).not.toContain("360.00");
});
