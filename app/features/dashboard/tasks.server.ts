import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  findClashes,
  findDiaryToday,
  findFailingCalendars,
  findRequests,
  findUninvoiced,
  findWithoutLink,
} from "./diary-tasks.server.ts";
import { findExams, findNewBookings, findNewMessages } from "./enquiry-tasks.server.ts";
import { findFailedEmails } from "./email-tasks.server.ts";
import {
  findDisputes,
  findInvoiceDrafts,
  findRefunds,
  findReminders,
} from "./money-tasks.server.ts";
import { type TaskGroup, type TaskKind, taskKinds } from "./model.ts";
import type { Occasion } from "./task-group.server.ts";
import {
  findAccepted,
  findDrafts,
  findEvents,
  findExpired,
  findWaiting,
} from "./quote-tasks.server.ts";

type Finder = (db: Db, occasion: Occasion, by: Administrator) => Promise<Omit<TaskGroup, "kind">>;

const finders: Record<TaskKind, Finder> = {
  today: findDiaryToday,
  links: findWithoutLink,
  requests: findRequests,
  clashes: findClashes,
  calendars: findFailingCalendars,
  messages: findNewMessages,
  bookings: findNewBookings,
  emails: findFailedEmails,
  accepted: findAccepted,
  drafts: findDrafts,
  waiting: findWaiting,
  expired: findExpired,
  sessions: findUninvoiced,
  refunds: findRefunds,
  reminders: findReminders,
  disputes: findDisputes,
  invoices: findInvoiceDrafts,
  exams: findExams,
  events: findEvents,
};

export async function getTasks(
  db: Db,
  by: Administrator,
  occasion: Occasion,
): Promise<TaskGroup[]> {
  const groups: TaskGroup[] = [];
  for (const kind of taskKinds) {
    const found = await finders[kind](db, occasion, by);
    if (found.total > 0) groups.push({ kind, ...found });
  }
  return groups;
}
