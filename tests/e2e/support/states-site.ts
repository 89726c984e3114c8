import { randomUUID } from "node:crypto";
import { wordsOf } from "#app/content/state.server.ts";
import { planIssuedReminders } from "#app/features/invoices/reminder-plans.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  reminders,
  sitePublications,
  storedDocuments,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { appointmentsInEachState, takenTime } from "#tests/support/appointment-states.ts";
import { anEntry, minutesLater } from "#tests/support/diary.ts";
import { examsInEachState } from "#tests/support/exam-states.ts";
import { anInvoice, aPayment } from "#tests/support/factories.ts";
import { invoicesInEachState } from "#tests/support/invoice-states.ts";
import { e2eOwner, openInstallation } from "./installation.ts";

/* A site with appointments, invoices and more, in each state that a page shows. */

export const draftId = "5d1b0c7e-0000-4000-8000-0000000000d1";
export const refundedId = "5d1b0c7e-0000-4000-8000-0000000000e2";
export const remindedId = "7c2f9d1a-0000-4000-8000-000000000001";
/** Whose reminder a test sends; Lena's goes on waiting. */
export const overdue = { id: "7c2f9d1a-0000-4000-8000-000000000012", name: "Otto Overdue" };

async function publishedTwice(db: Db): Promise<void> {
  const { coaching } = wordsOf({});
  const [first, second] = ["Sing, play and speak.", "Sing, play or speak."].map((intro) => ({
    ...coaching,
    intro,
  }));
  const [document, actor] = ["coaching", e2eOwner.email];
  await db.insert(sitePublications).values([
    { document, actor, before: null, after: first },
    { document, actor, before: first, after: second },
  ]);
  const stored = { published: second, version: 2, updatedBy: actor };
  const date = { title: "A recital", day: addDays(melbourneDay(new Date()), 40), time: "7.30 pm" };
  const shown = {
    place: "Kew",
    text: "Songs.",
    link: "https://x.example",
    picture: { name: "", alt: "" },
  };
  const whatsOn = { ...wordsOf({}).whatsOn, dates: [{ ...date, ...shown }] };
  await db.insert(storedDocuments).values([
    { name: document, ...stored },
    { name: "whatsOn", ...stored, published: whatsOn },
  ]);
}

async function prepareStates(db: Db): Promise<void> {
  await appointmentsInEachState(db);
  await anEntry(db, {
    kind: "event",
    clientName: "Clara Over",
    firm: false,
    startsAt: minutesLater(takenTime, 30),
  });
  await invoicesInEachState(db);
  for (const at of [1, 2, 3, 4])
    await anInvoice(db, { number: `INV-300${at}`, buyerName: `Max Winterbottom${at}` });
  await anInvoice(db, { number: "INV-3005", voidedAt: new Date() });
  await anInvoice(db, { id: draftId, number: null, kind: "balance", dueOn: null });
  const today = melbourneDay(new Date());
  const dueOn = addDays(today, 10);
  const reminded = await anInvoice(db, { id: remindedId, number: "INV-4001", dueOn });
  await db.transaction((tx) => planIssuedReminders(tx, [reminded], new Date()));
  const refunded = await anInvoice(db, { id: refundedId, number: "INV-4002" });
  for (const amount of [775_00, -775_00])
    await aPayment(db, { salesInvoiceId: refunded.id, amount, reason: "Refunded by card" });
  // Reminders that wait for a bank statement: nothing was typed since they were due.
  for (const [number, { id, name }] of [
    ["INV-4003", { id: randomUUID(), name: "Lena Late" }],
    ["INV-4004", overdue],
  ] as const) {
    const buyer = { buyerName: name, buyerEmail: `${name.slice(0, 4)}@client.example` };
    await anInvoice(db, { id, number, ...buyer, dueOn: addDays(today, -1) });
    const step = "1-day-overdue";
    await db.insert(reminders).values({ recordKind: "invoice", recordId: id, step, dueOn: today });
  }
  await examsInEachState(db);
  await publishedTwice(db);
}

export const openStatesSite = () => openInstallation("rows", prepareStates);
