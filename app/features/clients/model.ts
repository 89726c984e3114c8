import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { HistoryEntry } from "./queries.server.ts";
import * as z from "zod/mini";
import { longText, text } from "#app/values/rules.ts";

/** Anyone who wrote, booked, has a quote or an invoice or was imported; one email is one person. */
export type Client = {
  /** In lower case. */
  email: string;
  name: string;
  phone: string | null;
  /** In exports. */
  notes?: string | undefined;
  /** Null for someone who is only imported. */
  lastContact: Date | null;
  messages: number;
  quotes: number;
  exams: number;
  appointments: number;
  invoices: number;
  /** New messages, requests and AMEB enquiries. */
  toAnswer: number;
  /** Quotes that can still be answered. */
  waiting: number;
  /** Everything unpaid, overdue or not. */
  owed: Cents;
  overdue: Cents;
  /** The number of records to answer, waiting quotes and unpaid invoices. */
  open: number;
};

export const clientListShape: ListShape = {
  sorts: { last: "Last contact", name: "Name", open: "Open" },
  sort: "-last",
};

const notesLimits = { phoneMax: 40, notesMax: 4_000 } as const;

/** `updatedAt` detects a stale tab; null until something is saved. */
export type ClientNotes = { phone: string; notes: string; updatedAt: string | null };

export type NextDate = {
  key: string;
  day: Day;
  what: string;
  of: { kind: "appointment" | "booking" | "quote"; id: string };
};

/** Without country code and leading zero; null for other text or too few digits. */
export function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s().\-–/]+$/.test(typed.trim())) return null;
  const digits = typed
    .replace(/\D/g, "")
    .replace(/^(?:0011|00)?61(?=\d{8,})/, "")
    .replace(/^0/, "");
  return digits.length >= 5 ? digits : null;
}

/** The page whose composer writes about a record; null if there is none. */
export const composerKinds = {
  message: "inbox",
  appointment: "appointments",
  booking: "ameb-bookings",
  quote: "quotes",
  invoice: null,
  email: null,
} as const satisfies Record<HistoryEntry["kind"], string | null>;

const { phoneMax, notesMax } = notesLimits;

export const notesSchema = z.object({
  phone: text({ max: [phoneMax, `Please use at most ${phoneMax} characters.`] }),
  notes: longText({ max: [notesMax, `Please use at most ${notesMax} characters.`] }),
  updatedAt: z.optional(z.string()),
});
