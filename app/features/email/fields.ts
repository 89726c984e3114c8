import { isDay, longDay, longInstant, melbourneDay, type Day } from "#app/values/calendar.ts";
import { allOf } from "#app/values/wording.ts";

/* `{{client_name}}` is a field of the record. The email and its preview use the same renderer. */

export type RecordFields = Readonly<Record<string, unknown>>;

/** `missing`: the record has no value for the placeholder. */
type FilledPart = { text: string; key?: string; missing?: boolean };

/** A key, or a field's name on screen. Other text in braces is text. */
const placeholder = /\{\{\s*([\w.-]+|[A-Za-z][\w ,.'“”-]{0,80}?)\s*\}\}/g;

/** A placeholder whose name stays is kept as it was typed. */
export const renamed = (text: string, nameOf: (name: string) => string) =>
  text.replace(placeholder, (typed, name: string) => {
    const other = nameOf(name);
    return other === name ? typed : `{{${other}}}`;
  });

/** Fills in one pass: a placeholder within a value stays as it is. */
export function fillParts(text: string, record: RecordFields): FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const key = match[1]!;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    const value = Object.hasOwn(record, key) ? valueText(key, record[key]) : "";
    parts.push({ text: value, key, missing: value === "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

export function fill(text: string, record: RecordFields): string {
  return fillParts(text, record)
    .map((part) => part.text)
    .join("");
}

export function placeholdersIn(texts: readonly string[]): string[] {
  const keys = texts.flatMap((text) =>
    Array.from(text.matchAll(placeholder), (match) => match[1]!),
  );
  return [...new Set(keys)];
}

/** Whether one of a key's words is `date`: `exam_date` and `eventDate`, not `candidate`. */
export function isDateKey(key: string): boolean {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .some((word) => word.split(" ").some((part) => part.toLowerCase() === "date"));
}

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return isDateKey(key) ? dateText(value) : value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value instanceof Date) return longInstant(value);
  if (Array.isArray(value)) return value.map((one) => valueText("", one)).join(", ");
  if (typeof value === "object") return objectText(value);
  return String(value);
}

function dateText(value: string): string {
  if (isDay(value)) return longDay(value);
  const instant = isoInstant.test(value) ? new Date(value) : null;
  return instant && !Number.isNaN(instant.getTime()) ? longDay(melbourneDay(instant)) : value;
}

function objectText(value: object): string {
  return Object.entries(value)
    .map(([key, inner]) => `${key.replace(/_/g, " ")}: ${valueText(key, inner)}`)
    .join("; ");
}

export const aboutKinds = ["quotes", "invoices", "appointments", "ameb-bookings", "inbox"] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** Without invoices while the owner writes none. */
export const aboutKindsWith = ({ invoicing }: { invoicing: boolean }): AboutKind[] =>
  aboutKinds.filter((kind) => invoicing || kind !== "invoices");

export function isAboutKind(kind: string | undefined): kind is AboutKind {
  return aboutKinds.some((known) => known === kind);
}

export const aboutKindLabels: Record<AboutKind, { one: string; many: string }> = {
  quotes: { one: "a quote", many: "quotes" },
  invoices: { one: "an invoice", many: "invoices" },
  appointments: { one: "an appointment", many: "appointments" },
  "ameb-bookings": { one: "an AMEB booking", many: "AMEB bookings" },
  inbox: { one: "a message", many: "messages" },
};

type EmailField = {
  label: string;
  example: string;
  /** Reads well when empty, so that nobody is asked about it. */
  optional?: true;
  /** Seldom used: offered after the others. */
  rare?: true;
};

const everyKind = {
  first_name: { label: "First name", example: "Rosalind" },
  client_name: { label: "Client name", example: "Rosalind Achterberg" },
};

const event = {
  event_date: { label: "Event date", example: "Saturday, 20 June 2026" },
  event_time: { label: "Event time", example: "12:00–4:00 pm" },
  event_location: { label: "Event location", example: "The Orangery, Kew" },
  guests: { label: "Number of guests", example: "80" },
};

const id: EmailField = { label: "Record's ID", example: "3f1c9a52", rare: true };

const fields = {
  quotes: {
    ...everyKind,
    event: { label: "Event, or “your event”", example: "Garden reception" },
    event_title: { label: "Event title", example: "Garden reception" },
    ...event,
    event_start: { label: "Start time", example: "12:00 pm" },
    event_end: { label: "End time", example: "4:00 pm" },
    total_amount: { label: "Total", example: "A$1,550.00" },
    deposit: { label: "Deposit", example: "A$775.00" },
    balance: { label: "Balance", example: "A$775.00" },
    details: { label: "Price details", example: "Extra performance hour: A$350.00" },
    quote_link: { label: "Link to the quote", example: "https://example.com/quotes/a-quote" },
    valid_until: { label: "Valid until", example: "Sunday, 31 May 2026" },
    valid_until_sentence: {
      label: "Valid until, as a sentence",
      example: "It's valid until Sunday, 31 May 2026. ",
      optional: true,
    },
    invoice_type: { label: "Quote type", example: "Live Piano Services Quote", rare: true },
    prepared_by: { label: "Prepared by", example: "Ada Lovelace", rare: true },
    client_email: { label: "Client email", example: "rosalind@client.example", rare: true },
    created_at: { label: "Date written", example: "Friday, 1 May 2026", rare: true },
    accepted_at: { label: "Date accepted", example: "Monday, 4 May 2026", rare: true },
    rejected_at: { label: "Date rejected", example: "Monday, 4 May 2026", rare: true },
    slug: { label: "End of the link", example: "a-quote", rare: true },
    id,
  },
  invoices: {
    ...everyKind,
    invoice_number: { label: "Invoice number", example: "INV-0001" },
    event: { label: "What it is for, or “your booking”", example: "Garden reception" },
    amount_due: { label: "Amount left to pay", example: "A$775.00" },
    due_date: { label: "Due date", example: "Saturday, 13 June 2026" },
    how_to_pay: {
      label: "How to pay, line by line",
      example: "PayID: pay@example.com\nReference: INV0001",
      optional: true,
    },
    invoice_link: {
      label: "Link to the invoice",
      example: "https://example.com/invoices/an-invoice",
    },
    total: { label: "Invoice total", example: "A$775.00" },
    amount_paid: { label: "Amount paid so far", example: "A$0.00" },
    reference: { label: "Payment reference", example: "INV0001" },
    event_date: event.event_date,
    event_location: event.event_location,
    issue_date: { label: "Date issued", example: "Saturday, 6 June 2026", rare: true },
    client_email: { label: "Client email", example: "rosalind@client.example", rare: true },
    id,
  },
  appointments: {
    ...everyKind,
    service: { label: "Service", example: "Voice and piano, 60 minutes" },
    student: { label: "Student, where it is another person", example: "Lucas Achterberg" },
    appointment_date: { label: "Day of the session", example: "Thursday, 8 October 2026" },
    appointment_time: { label: "Time of the session", example: "11:00 pm" },
    when: {
      label: "When, as the client's clocks show it",
      example: "Thu 8 Oct, 11:00 pm–12:00 am London (BST)",
    },
    when_melbourne: {
      label: "When, Melbourne time",
      example: "Fri 9 Oct, 9:00–10:00 am Melbourne (AEDT)",
    },
    place: { label: "Where", example: "In my studio, 12 Sample Street, Kew" },
    price: { label: "Price", example: "A$95.00" },
    details: {
      label: "What, when, where and the price, line by line",
      example:
        "Voice and piano, 60 minutes\nThu 8 Oct, 11:00 pm–12:00 am London (BST)\n" +
        "Fri 9 Oct, 9:00–10:00 am Melbourne (AEDT)\n" +
        "In my studio, 12 Sample Street, Kew\nPrice A$95.00",
    },
    appointment_link: {
      label: "Link to view, move or cancel it",
      example: "https://example.com/appointments/an-appointment",
    },
    change_until: {
      label: "Until when it can be changed online",
      example: "Tue 6 Oct, 11:00 pm London (BST)",
    },
    how_to_change: {
      label: "How to move or cancel it, as a sentence",
      example: "You can move or cancel it online until Tue 6 Oct, 11:00 pm London (BST).",
      optional: true,
    },
    reason: {
      label: "Why it was moved, cancelled or declined",
      example: "I have a cold.",
      optional: true,
    },
    booking_link: { label: "Link to book another time", example: "https://example.com/book" },
    when_before: {
      label: "When it was, before it moved",
      example: "Wed 7 Oct, 11:00 pm–12:00 am London (BST)",
      rare: true,
    },
    cancellation: {
      label: "That it is cancelled, as a sentence",
      example: "As you asked, your appointment is cancelled.",
      rare: true,
    },
    client_email: { label: "Client email", example: "rosalind@client.example", rare: true },
    created_at: { label: "Date booked", example: "Friday, 1 May 2026", rare: true },
    id,
  },
  "ameb-bookings": {
    ...everyKind,
    candidate_name: { label: "Candidate", example: "Lucas Achterberg" },
    exam_board_grade: { label: "Exam board and grade", example: "AMEB Grade 5 violin" },
    exam_date: { label: "Exam date", example: "Saturday, 20 June 2026" },
    exam_time: { label: "Exam time", example: "10:40 am" },
    exam_venue: { label: "Exam venue", example: "AMEB Studios, Hawthorn" },
    instrument: { label: "Instrument", example: "Violin" },
    session_date: { label: "First day of the exam session", example: "Monday, 5 October 2026" },
    sheet_music_due_date: { label: "Sheet music due date", example: "Saturday, 6 June 2026" },
    services: { label: "Services in words", example: "exam-day accompanying and a rehearsal" },
    works: { label: "Works", example: "Seitz, Concerto no. 2, first movement" },
    rehearsal_date: { label: "Rehearsal date", example: "Saturday, 13 June 2026" },
    rehearsal_time: { label: "Rehearsal time", example: "4:00 pm" },
    rehearsal_minutes: { label: "Minutes of rehearsal", example: "30" },
    teacher_name: { label: "Teacher", example: "J. Ferraro" },
    student_parent_name: { label: "Student or parent", example: "Rosalind Achterberg", rare: true },
    contact_email: { label: "Contact email", example: "rosalind@client.example", rare: true },
    service_required: {
      label: "Services as chosen",
      example: "Both Exam Day & Rehearsal",
      rare: true,
    },
    status: { label: "Status", example: "booked", rare: true },
    created_at: { label: "Date of enquiry", example: "Friday, 1 May 2026", rare: true },
    id,
  },
  inbox: {
    ...everyKind,
    message: { label: "Their message", example: "Do you have a Saturday in June?" },
    ...event,
    name: { label: "Name", example: "Rosalind Achterberg", rare: true },
    email: { label: "Email", example: "rosalind@client.example", rare: true },
    created_at: { label: "Date of message", example: "Friday, 1 May 2026", rare: true },
    id,
  },
} satisfies Record<AboutKind, Record<string, EmailField>>;

/** Empty, null or undefined where the record has no value. */
export type FieldValues<Kind extends AboutKind> = Record<keyof (typeof fields)[Kind], unknown>;

export const emailFields: Readonly<Record<AboutKind, Readonly<Record<string, EmailField>>>> =
  fields;

export function exampleRecord(kind: AboutKind, today: Day): RecordFields {
  const year = exampleYear(kind === "appointments" ? "session" : "other", today);
  return Object.fromEntries(
    Object.entries(emailFields[kind]).map(([key, { example }]) => [key, inYear(example, year)]),
  );
}

const knows = (kind: AboutKind, key: string) => Object.hasOwn(emailFields[kind], key);

export const isOptionalField = (key: string) =>
  aboutKinds.some((kind) => knows(kind, key) && emailFields[kind][key]!.optional);

export function unknownFields(texts: readonly string[]): string[] {
  return placeholdersIn(texts).filter((key) => !aboutKinds.some((kind) => knows(kind, key)));
}

export function unfittingFields(kind: AboutKind, texts: readonly string[]): string[] {
  return placeholdersIn(texts).filter((key) => !knows(kind, key));
}

export const fittingKinds = (texts: readonly string[], kinds: readonly AboutKind[]): AboutKind[] =>
  kinds.filter((kind) => unfittingFields(kind, texts).length === 0);

export function missingFields(texts: readonly string[], record: RecordFields): string[] {
  const empty = texts
    .flatMap((text) => fillParts(text, record))
    .flatMap(({ key, missing }) => (key && missing && !isOptionalField(key) ? [key] : []));
  return [...new Set(empty)];
}

/** `event date`, as within a sentence. */
export function fieldInWords(key: string): string {
  const kind = aboutKinds.find((known) => knows(known, key));
  if (!kind) return `“${key}”`;
  const { label } = emailFields[kind][key]!;
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

export function missingNotice(key: string): string {
  const words = fieldInWords(key);
  return words.startsWith("“") ? `${words} can't be filled in` : `No ${words} here`;
}

/** `[no event date here]`, for a gap in a preview. */
export function gapNotice(key: string): string {
  const notice = missingNotice(key);
  return `[${notice.charAt(0).toLowerCase()}${notice.slice(1)}]`;
}

/** `quotes and AMEB bookings`; empty where no record has all the fields. */
export function fitInWords(texts: readonly string[], kinds: readonly AboutKind[]): string {
  const fitting = fittingKinds(texts, kinds);
  if (fitting.length === kinds.length) return "every email";
  return allOf(fitting.map((kind) => aboutKindLabels[kind].many));
}

/** Fields that all these kinds have, then each kind's own, then the rare ones. */
export function fieldGroups(kinds: readonly AboutKind[]): { heading: string; keys: string[] }[] {
  const of = (kind: AboutKind, rare = false) =>
    Object.entries(emailFields[kind]).flatMap(([key, field]) =>
      Boolean(field.rare) === rare ? [key] : [],
    );
  const shared = of(kinds[0]!).filter((key) => kinds.every((kind) => knows(kind, key)));
  const own = kinds.map((kind) => ({
    heading: `For ${aboutKindLabels[kind].many}`,
    keys: of(kind).filter((key) => !shared.includes(key)),
  }));
  const rare = [...new Set(kinds.flatMap((kind) => of(kind, true)))];
  return [
    { heading: "Insert a field", keys: shared },
    ...own.filter(({ keys }) => keys.length > 0),
    { heading: "More fields", keys: rare },
  ];
}

/** MM-DD until which examples use this year: an answer to the quote, a change of the session. */
const lastDays = { session: "10-06", other: "05-31" };

/** Whole years keep daylight saving: on 8 October London's and Melbourne's clocks are forward. */
function exampleYear(about: keyof typeof lastDays, today: Day): number {
  const year = Number(today.slice(0, 4));
  return today < `${year}-${lastDays[about]}` ? year : year + 1;
}

const months: Record<string, string> = { May: "05", June: "06", Oct: "10", October: "10" };
const dates = /\b[A-Z][a-z]+(,?) (\d{1,2}) (May|June|October|Oct)\b( \d{4})?/g;

/** Moves `Saturday, 20 June 2026` or `Thu 8 Oct` to another year. */
function inYear(text: string, year: number): string {
  return text.replace(dates, (_whole, comma: string, date: string, month: string) => {
    const long = longDay(`${year}-${months[month]}-${date.padStart(2, "0")}`);
    return comma ? long : `${long.slice(0, 3)} ${date} ${month}`;
  });
}

/* `{{Exam date}}` on screen is `{{exam_date}}` when stored and filled in. */

type EmailText = { subject: string; body: string };

const keysByName = new Map(
  aboutKinds.flatMap((kind) =>
    Object.entries(emailFields[kind]).map(([key, { label }]) => [label, key] as const),
  ),
);

/** The key itself where no record has it. */
export const fieldName = (key: string, kinds: readonly AboutKind[] = aboutKinds) =>
  kinds.map((kind) => emailFields[kind][key]).find((field) => field)?.label ?? key;

export const withFieldNames = (text: string, kinds?: readonly AboutKind[]) =>
  renamed(text, (key) => fieldName(key, kinds));

/** Unknown names stay, to be found as unknown. */
export const withFieldKeys = (text: string) =>
  renamed(text, (name) => keysByName.get(name) ?? name);

export const namedText = ({ subject, body }: EmailText, kinds?: readonly AboutKind[]) => ({
  subject: withFieldNames(subject, kinds),
  body: withFieldNames(body, kinds),
});

export const keyedText = <Text extends EmailText>(text: Text): Text => ({
  ...text,
  subject: withFieldKeys(text.subject),
  body: withFieldKeys(text.body),
});
