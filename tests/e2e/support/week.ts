import type { MailServer } from "#tests/fakes/smtp.ts";
import { readFileSync } from "node:fs";
import type { Download } from "@playwright/test";
import { livePianoType } from "#app/features/quotes/pricing.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  documentCounters,
  emailTemplates,
  quotes,
} from "#app/server/database/tables.server.ts";
import { addDays, addMonths, melbourneDay, monthOf, startOfMonth } from "#app/values/calendar.ts";
import { aLesson, anEntry, anOpenWeek } from "#tests/support/diary.ts";
import { anInvoice, theBusiness } from "#tests/support/factories.ts";
import { testOnOwnSite } from "./fixtures.ts";

/* The site of an owner on a Monday morning: the people of her week are in it. */

const today = melbourneDay(new Date());
export const lastMonth = addMonths(monthOf(today), -1);

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

async function fillWeek(db: Db): Promise<void> {
  await db.insert(contactMessages).values([
    {
      name: "Priya Raman",
      email: "priya@visitor.example",
      message: "My voice tires after twenty minutes of speaking. Could we start in January?",
      createdAt: ago(9),
    },
    {
      name: "Ines Garland",
      email: "ines@visitor.example",
      message: eventText("A wedding lunch in the garden", "0400 111 222", "Kew"),
      event: {
        firstName: "Ines",
        lastName: "Garland",
        phone: "0400 111 222",
        suburb: "Kew",
        eventDescription: "A wedding lunch in the garden",
        pianoType: "grand-piano",
        eventDate: "2030-06-20",
        startTime: "12:00",
        endTime: "16:00",
        venue: "Heide, Bulleen",
        guests: 60,
      },
      createdAt: ago(11),
    },
    {
      name: "Dana Whitlock",
      email: "dana@visitor.example",
      message: eventText("A sixtieth birthday", "0412 345 678", "Hawthorn"),
      event: {
        firstName: "Dana",
        lastName: "Whitlock",
        phone: "0412 345 678",
        suburb: "Hawthorn",
        eventDescription: "A sixtieth birthday",
        pianoType: "",
      },
      createdAt: ago(900),
      state: "archived",
    },
  ]);
  const exam = {
    examTime: "10:40 am",
    examBoardGrade: "AMEB Grade 5 violin",
    serviceRequired: ["Both Exam Day & Rehearsal"],
    rehearsalMinutes: 30,
  };
  await db.insert(amebBookings).values([
    {
      ...exam,
      studentParentName: "Mei Tan",
      contactEmail: "mei@family.example",
      examDate: null,
      examTime: null,
      createdAt: ago(8),
    },
    {
      ...exam,
      studentParentName: "Oliver Stanic",
      contactEmail: "stanic@family.example",
      examDate: addDays(today, 9),
      status: "booked",
      createdAt: ago(700),
    },
    {
      ...exam,
      studentParentName: "Nora Field",
      contactEmail: "field@family.example",
      examDate: today,
      status: "booked",
      createdAt: ago(900),
    },
  ]);
  await db.insert(emailTemplates).values({
    name: "Exam day",
    subject: "Your exam on {{exam_date}}",
    body: "Dear {{student_parent_name}},\n\n{{exam_board_grade}} on {{exam_date}} is in my diary.\n\nImogen",
  });
  await fillQuotes(db);
  await fillInvoices(db);
  await anOpenWeek(db);
  await aLesson(db);
  // Whenever the tests run, it has not ended yet.
  await anEntry(db, {
    clientName: "Lena Fox",
    clientEmail: "lena@client.example",
    startsAt: ago(0.2),
    endsAt: ago(-0.8),
  });
}

const transfers = Array.from({ length: 40 }, (_, at) => String(at + 1).padStart(4, "0"));

async function fillInvoices(db: Db): Promise<void> {
  await theBusiness(db);
  await db.insert(documentCounters).values({ kind: "invoice", last: transfers.length });
  for (const at of transfers)
    await anInvoice(db, { number: `INV-${at}`, dueOn: addDays(today, 7) });
}

/** Last month's statement: what was paid for forty invoices, and other lines. */
export const fortyTransfers = [
  ...transfers.map((at) => ["+775.00", `Transfer from Ada Client INV${at}`]),
  ["-54.20", "Music shop"],
]
  .map(([amount, text], at) => {
    const [year, month] = lastMonth.split("-");
    const day = String((at % 28) + 1).padStart(2, "0");
    return `${day}/${month}/${year},"${amount}","${text}","1.00"\r\n`;
  })
  .join("");

const eventText = (description: string, phone: string, suburb: string) =>
  [
    `Event Description: ${description}`,
    "Piano Type: Not specified",
    `Phone: ${phone}`,
    `Suburb: ${suburb}`,
  ].join("\n");

/** An hour ago, but not before the month began. */
const earlierThisMonth = () =>
  new Date(Math.max(ago(1).getTime(), startOfMonth(monthOf(today)).getTime()));

async function fillQuotes(db: Db): Promise<void> {
  const piano = {
    invoiceType: livePianoType,
    eventDate: "2030-06-20",
    eventLocation: "Studley Park",
    preparedBy: "Imogen Hale",
    totalAmount: "1200.00",
  };
  const open = (name: string, title: string, hours: number) => ({
    ...piano,
    clientName: name,
    clientEmail: `${name.split(" ")[0]!.toLowerCase()}@client.example`,
    eventTitle: title,
    slug: `slug-of-${name.split(" ")[0]!.toLowerCase()}`,
    createdAt: ago(hours),
    sentAt: ago(hours),
    validUntil: addDays(today, 5),
  });
  const accepted = (name: string, title: string, acceptedAt: Date) => ({
    ...open(name, title, 1500),
    acceptedAt,
  });
  await db
    .insert(quotes)
    .values([
      open("Rosalind Achterberg", "Garden reception", 120),
      open("Tomas Wren", "Wedding supper", 60),
      open("Harriet Osei", "Book launch", 30),
      accepted("Lena Fox", "Winter gala", new Date(startOfMonth(lastMonth).getTime() + 80 * hour)),
      accepted("Arno Beck", "Jubilee", new Date(startOfMonth(lastMonth).getTime() + 300 * hour)),
      accepted("Uma Lind", "Vernissage", earlierThisMonth()),
    ]);
}

export const weekTest = testOnOwnSite("no rows", fillWeek);

/** Of the clients in a CSV file. */
export async function namesIn(file: Download): Promise<string[]> {
  const lines = readFileSync(await file.path(), "utf8")
    .split("\r\n")
    .slice(1);
  return lines
    .flatMap((line) => /(?:^|,)"?([A-Z]\w+ [A-Z]\w+)"?,/.exec(line)?.[1] ?? [])
    .toSorted();
}

/** The newest email to somebody that says this, as plain text; an earlier one may still be on its way. */
export async function textTo(mail: MailServer, email: string, saying: string): Promise<string> {
  const newest = () =>
    mail.emails.findLast(
      ({ envelopeTo, text }) => envelopeTo.includes(email) && text?.includes(saying),
    );
  await mail.waitUntil(() => (newest() ? null : `No email to ${email} says "${saying}".`));
  return newest()!.text ?? "";
}
