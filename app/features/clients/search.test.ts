import { expect } from "vitest";
import { listActivity } from "#app/features/audit/queries.server.ts";
import { listEmails, listTemplates } from "#app/features/email/queries.server.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { auditEntries, emailTemplates, subscribers } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import {
  aBooking,
  aMessage,
  anEmail,
  anInvoice,
  aQuote,
  NOW,
  owner,
} from "#tests/support/factories.ts";
import { listClients } from "./people.server.ts";
import { findRecords } from "./search.server.ts";

/** Whether each search finds the one record that it has. */
async function searches(db: Parameters<typeof findRecords>[0], search: string) {
  const { clients, ...records } = await findRecords(db, owner, search, NOW);
  const list = { search, sort: "-name", page: 1, pageSize: 50, filters: {} };
  const lists = {
    clientList: await listClients(db, owner, list, NOW),
    templates: await listTemplates(db, owner, list),
    emails: await listEmails(db, owner, "all", { ...list, sort: "created" }),
    subscribers: await listSubscribers(db, owner, { ...list, sort: "created" }),
    activity: await listActivity(db, owner, { ...list, sort: "-at" }),
  };
  return {
    clients: clients.length,
    ...Object.fromEntries(Object.entries(records).map(([name, rows]) => [name, rows.length])),
    ...Object.fromEntries(Object.entries(lists).map(([name, { rows }]) => [name, rows.length])),
  };
}

dbTest.for([
  ["Trúc Nguyễn", "nguyen"],
  ["Đặng Thị Hường", "dang thi huong"],
  ["Łukasiewicz", "Lukasiewicz"],
  ["O'Neil", "oneil"],
  ["Siobhán O’Neil", "o'neil"],
  ["Siobhán O'Neil", "siobhan O’Neil"],
  ["Jean‑Luc Straße", "jean-luc strasse"],
  ["Jean-Luc Strasse", "Straße"],
  ["Sørensen Æbelø", "sorensen aebelo"],
  ["Işıl Şahin", "isil sahin"],
  ["Δημήτρης Παπαδόπουλος", "παπαδοπουλος"],
  ["Пётр Королёв", "петр королев"],
  ["Ｌｉ Ｎａ", "li na"],
  ["น้ำฝน", "น้ำฝน"],
  ["김민준", "민준 김"],
  ["mu\u0308ller", "Müller"],
] as const)("%s is found as %s in every search", async ([name, typed], { db }) => {
  const email = "someone@example.com";
  const same = { clientName: name, clientEmail: email };
  await aQuote(db, same);
  await aBooking(db, { candidateName: name, contactEmail: email });
  await anEntry(db, same);
  await anInvoice(db, { buyerName: name, buyerEmail: email });
  await aMessage(db, { name, email, message: "Do you teach on Mondays?" });
  await db.insert(emailTemplates).values({ name, subject: "Hello", body: "Thanks" });
  await anEmail(db, { kind: "quote", recipient: email, subject: name });
  await db.insert(subscribers).values({ email, firstName: name, state: "subscribed" });
  await db
    .insert(auditEntries)
    .values({ actor: owner.email, action: "deleted", subjectKind: "template", label: name });
  const found = await searches(db, typed);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, 1])));
});

dbTest("an invoice is found by its number", async ({ db }) => {
  await anInvoice(db, { number: "OLD-0001", buyerName: "Bea Client" });
  await anInvoice(db, { number: "OLD-0002" });
  const { invoices } = await findRecords(db, owner, "old-0001", NOW);
  expect(invoices).toMatchObject([{ name: "OLD-0001, Bea Client" }]);
});
