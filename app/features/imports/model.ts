import { type ImportKind, importKinds } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Period } from "#app/values/period.ts";
import { type DateOrder, dateOrders } from "#app/values/written-dates.ts";
import * as z from "zod/mini";

export const importLimits = { bytes: 8 * 1024 * 1024, rows: 20_000, columns: 200 } as const;

export const tooLargeImport =
  "This is more than 8 MB or 20,000 rows. Export it in parts and import one after the other.";

export const undoPeriod = { days: 30 } as const satisfies Period;

export const importKindLabels: Record<ImportKind, string> = {
  clients: "Clients",
  appointments: "Appointments",
  subscribers: "Newsletter subscribers",
};

export const importNouns: Record<ImportKind, string> = {
  clients: "client",
  appointments: "appointment",
  subscribers: "subscriber",
};

/** What a column may hold, for each kind, beside nothing. */
export const columnUses = {
  clients: {
    email: "Email",
    otherEmail: "Email, if there's no other",
    name: "Whole name",
    firstName: "First name",
    lastName: "Last name",
    phone: "Phone",
    student: "The student's name",
    notes: "For the notes",
  },
  appointments: {
    start: "When it starts",
    startTime: "When it starts: the time alone",
    end: "When it ends",
    minutes: "How many minutes",
    title: "What it is",
    booked: "When it was booked",
    email: "Email",
    name: "Whole name",
    firstName: "First name",
    lastName: "Last name",
    phone: "Phone",
    price: "Price",
    paid: "Whether it's paid",
    status: "Whether it's cancelled",
    notes: "For the notes",
  },
  subscribers: {
    email: "Email",
    firstName: "First name",
    lastName: "Last name",
    asked: "When they signed up",
    confirmed: "When they confirmed",
    left: "When they left",
    status: "Whether they're subscribed",
  },
} as const satisfies Record<ImportKind, Record<string, string>>;

const memberStates = ["subscribed", "unsubscribed"] as const;
export type MemberState = (typeof memberStates)[number];

/** What the owner said; each part that she left open is read from the file. */
export type ImportChoice = {
  kind?: ImportKind | undefined;
  /** By column; empty for nothing. */
  uses?: string[] | undefined;
  order?: DateOrder | undefined;
  /** Of everyone in a file that doesn't say. */
  members?: MemberState | undefined;
};

export const choiceSchema = z.object({
  kind: z.optional(z.enum(importKinds)),
  uses: z.optional(z.array(z.string())),
  order: z.optional(z.enum(dateOrders)),
  members: z.optional(z.enum(memberStates)),
});

export type ImportColumn = { field: string; name: string; examples: string[]; use: string };

type Person = { email: string; name: string; phone: string; notes: string };

/** `line`: in the file, from 1. */
export type ClientRow = Person & { line: number };

export type AppointmentRow = Person & {
  line: number;
  title: string;
  startsAt: Date;
  endsAt: Date;
  bookedOn: Day | null;
  /** In cents; null: none, or paid. */
  price: number | null;
};

export type SubscriberRow = {
  line: number;
  email: string;
  firstName: string;
  lastName: string;
  state: MemberState;
  asked: Date | null;
  confirmed: Date | null;
  left: Date | null;
};

export type ImportRows =
  | { kind: "clients"; rows: ClientRow[] }
  | { kind: "appointments"; rows: AppointmentRow[] }
  | { kind: "subscribers"; rows: SubscriberRow[] };

/** A line that is not imported, with the reason. */
export type LineNote = { line: number; why: string };

export type ReadImport = {
  is: "read";
  columns: ImportColumn[];
  choice: { kind: ImportKind; order: DateOrder | null; members: MemberState | null };
  /** What the owner has to say first, by the field of the form. */
  open: Record<string, string>;
  unreadable: LineNote[];
  /** Left out on purpose. */
  skipped: LineNote[];
} & ImportRows;

export type FileToRead = { bytes: Uint8Array; fileName: string; choice: ImportChoice };

export type ImportCounts = {
  new: number;
  known: number;
  skipped: number;
  unreadable: number;
  /** Of those that are known: subscribers who had left Mailchimp's list. */
  leaving?: number;
};
