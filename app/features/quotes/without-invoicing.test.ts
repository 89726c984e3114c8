import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf, reverseDecision } from "./decisions.server.ts";

const file = new URL("emails-without-invoicing.txt", import.meta.url);

/** Every email that acceptances caused before there were invoices. */
async function causeEmails(db: Db): Promise<void> {
  const id = (count: number) => `00000000-0000-4000-8000-00000000000${count}`;
  await aQuote(db, { id: id(1), notes: "By the roses.\n\nFlat shoes.", guests: 80 });
  await acceptQuote(db, anAcceptance({ wantsExtraHour: true, wantsRehearsal: true }), NOW);
  await aQuote(db, { id: id(2), slug: "soon", eventDate: "2026-03-14", eventTitle: null });
  const partner = { clientName: "Pat <b>Partner</b>", clientEmail: "pat@client.example" };
  await acceptQuote(db, anAcceptance({ slug: "soon", ...partner }), NOW);
  const hourly = { invoiceType: "Spring Musical Quote", totalAmount: "2200.00", eventDate: null };
  await aQuote(db, { id: id(3), slug: "hourly", ...hourly });
  await acceptQuote(db, anAcceptance({ slug: "hourly" }), NOW);
  await aQuote(db, { id: id(4), slug: "by-phone", eventStart: "12:00", eventEnd: "16:00" });
  await acceptOnBehalf(db, owner, id(4), NOW);
  await reverseDecision(db, owner, id(4), NOW);
}

async function sentEmails(db: Db): Promise<string> {
  const sent = await db.select().from(emails);
  return sent
    .map(({ kind, recipient, replyTo, subject, html, text }) =>
      [
        `${kind} to ${recipient}, answers to ${replyTo}`,
        subject,
        text,
        `SHA-256 of the HTML: ${createHash("sha256").update(html).digest("hex")}`,
      ].join("\n"),
    )
    .sort()
    .join(`\n${"=".repeat(80)}\n`);
}

dbTest("without invoicing the emails are, to the byte, those of before", async ({ db }) => {
  await causeEmails(db);
  expect(await sentEmails(db)).toBe(readFileSync(file, "utf8"));
});

dbTest("details of the business change nothing while invoicing is off", async ({ db }) => {
  await theBusiness(db, { invoicing: false });
  await causeEmails(db);
  expect(await sentEmails(db)).toBe(readFileSync(file, "utf8"));
});
