import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { HistoryEntry } from "./queries.server.ts";

/** Somebody who wrote, booked or has a quote or an invoice; one email is one person. */
export type Client = {
  /** In lower case. */
  email: string;
  name: string;
  phone: string | null;
  lastContact: Date;
  messages: number;
  quotes: number;
  exams: number;
  appointments: number;
  invoices: number;
  /** New messages, requests and AMEB enquiries. */
  toAnswer: number;
  /** Quotes that can still be answered. */
  waiting: number;
  /** What is still to be paid, overdue or not. */
  owed: Cents;
  overdue: Cents;
  /** How much of all that there is: records to answer, quotes waiting, invoices to be paid. */
  open: number;
};

export const clientListShape: ListShape = {
  sorts: { last: "Last contact", name: "Name", open: "Open" },
  sort: "-last",
};

export const notesLimits = { phoneMax: 40, notesMax: 4_000 } as const;

/** `updatedAt` is null while nothing has been written; from then on it detects a stale tab. */
export type ClientNotes = { phone: string; notes: string; updatedAt: string | null };

/** An appointment, an exam, a rehearsal or an event of today or later. */
export type NextDate = {
  key: string;
  day: Day;
  what: string;
  of: { kind: "appointment" | "booking" | "quote"; id: string };
};

/**
 * The digits by which a telephone number is found however it is typed: without the country's code or
 * the leading zero. Null for text that is no number or too short to tell.
 */
export function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s().\-–/]+$/.test(typed.trim())) return null;
  const digits = typed
    .replace(/\D/g, "")
    .replace(/^(?:0011|00)?61(?=\d{8,})/, "")
    .replace(/^0/, "");
  return digits.length >= 5 ? digits : null;
}

/** Whose composer writes to a client about a record. */
export const composerKinds = {
  message: "inbox",
  appointment: "appointments",
  booking: "ameb-bookings",
  quote: "quotes",
  invoice: null,
  email: null,
} as const satisfies Record<HistoryEntry["kind"], string | null>;
