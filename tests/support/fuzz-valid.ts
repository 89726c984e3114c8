import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { diaryRequests } from "./fuzz-diary.ts";

/* Valid requests of the fuzz tests, of which others are made. */

export const slug = "a-slug-of-the-fuzz-tests";
export const fuzzId = "00000000-0000-4000-8000-000000000001";
/** Stand for a quote that is still open, and for the version that its page shows. */
export const openSlug = "an-open-quote-of-the-fuzz-tests";
export const openVersion = "the-version-of-that-quote";

const id = fuzzId;

const draft = {
  kind: "live-piano",
  clientName: "Ada",
  clientEmail: "ada@client.example",
  eventTitle: "Party",
  eventDate: "2030-01-01",
  base: "1200",
  rehearsal: "700",
  extraHour: "350",
};
const enquiry = {
  studentParentName: "Mei",
  contactEmail: "mei@family.example",
  examDate: addDays(melbourneDay(new Date()), 100),
  examTime: "10",
  examBoardGrade: "Grade 5",
  serviceRequired: "Exam Day Accompanying Only",
};
const bookingEdit = {
  ...enquiry,
  seen: "{}",
  status: "pending",
  examVenue: "Hawthorn",
  rehearsalDate: addDays(melbourneDay(new Date()), 90),
  rehearsalTime: "16:30",
  rehearsalMinutes: "30",
  candidateName: "Lucas",
  works: "Sonata",
  notes: "Page turner",
  rehearsalAfterExam: "on",
};
const money: [string, Record<string, unknown>][] = [
  ["payment", { paidOn: "2026-11-21", amount: "75.00", method: "payid", seen_rest: "77500" }],
  [
    "refund",
    { paidOn: "2026-11-21", amount: "5", method: "cash", reason: "x", seen_rest: "77500" },
  ],
  ["undo", { payment: "1", reason: "A mistake" }],
  ["credit", { amount: "10", reason: "Shorter", seen_credited: "0" }],
  ["void", { reason: "Wrong date" }],
  ["send", {}],
  ["issue", { dueOn: "2030-01-01" }],
].map(([intent, fields]) => [`/admin/money/invoices/${id}`, { intent, ...(fields as object) }]);

const statement = '21/11/2026,"+75.00","PayID INV0900","+1.00"\r\n';

/** Valid fields, by path. */
export const validRequests: [string, Record<string, unknown>][] = [
  ...money,
  ["/admin/money/import", { intent: "import", statement }],
  ["/admin/money/import", { intent: "set-aside", line: "1" }],
  ["/admin/money/import", { intent: "choose", line: "1", invoice: "INV-0900" }],
  ["/admin/money/import", { intent: "undo", line: "1" }],
  ["/admin/site/history", { intent: "put-back", publication: "1" }],
  ["/admin/site/history", { intent: "undo", publication: "1" }],
  [
    "/admin/money/new",
    {
      buyerName: "Ada Client",
      buyerEmail: "ada@client.example",
      title: "Lessons",
      text1: "A lesson",
      amount1: "95",
      dueOn: "2030-01-01",
      intent: "issue",
    },
  ],
  ["/?index", { name: "Ada", email: "ada@visitor.example", message: "Do you teach adults?" }],
  [
    "/live-piano-services",
    {
      firstName: "Ada",
      lastName: "V",
      email: "ada@visitor.example",
      phone: "1",
      suburb: "Kew",
      eventDescription: "A garden party",
      pianoType: "none",
      eventDate: "2030-06-20",
      startTime: "12:00",
      endTime: "16:00",
      venue: "The Orangery",
      guests: "70",
    },
  ],
  ["/ameb-accompanying", enquiry],
  ["/newsletter", { email: "ada@visitor.example", firstName: "Ada" }],
  [
    "/functions/add-mailchimp-subscriber",
    { email: "ada@visitor.example", firstName: "Ada", lastName: "V" },
  ],
  [
    "/functions/send-ameb-booking-email",
    { ...enquiry, serviceRequired: [enquiry.serviceRequired] },
  ],
  [
    "/functions/submit-quote-acceptance",
    {
      slug: openSlug,
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      totalAmount: 1200,
      proposalDetails: {},
    },
  ],
  [
    "/functions/submit-live-piano-services-quote",
    {
      slug: openSlug,
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      acceptQuote: true,
      totalBaseInvoice: 1200,
      onSitePerformanceCost: 300,
      showPreparationFee: 100,
    },
  ],
  [
    `/quotes/${openSlug}`,
    {
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      acceptQuote: "on",
      wantsExtraHour: "on",
      totalAmount: "1550",
    },
  ],
  [
    "/functions/send-admin-email",
    { recipientEmail: "ada@client.example", subject: "Hello", body: "{{client_name}}" },
  ],
  [`/quotes/${openSlug}`, { intent: "decline", version: openVersion, reason: "No" }],
  ["/admin/quotes/new", draft],
  [`/admin/quotes/${id}/edit`, { ...draft, mark: "" }],
  ["/admin/inbox", { id, of: "message", action: "answered" }],
  ...diaryRequests(id, slug),
  ["/admin/ameb-bookings", { id, from: "pending", status: "booked" }],
  [`/admin/ameb-bookings/${id}`, { from: "pending", status: "booked" }],
  // Each saved edit asks for the next version.
  ...["1", "2", "3"].map((version): [string, Record<string, unknown>] => [
    `/admin/ameb-bookings/${id}`,
    { ...bookingEdit, version },
  ]),
  ["/admin/email-templates", { intent: "create", name: "A", subject: "B", body: "C" }],
  [
    `/admin/compose/inbox/${id}`,
    { recipientEmail: "ada@client.example", subject: "Hello", body: "Hello {{name}}" },
  ],
  ["/admin/clients/x%40y.example", { path: "x@y.example" }],
];
