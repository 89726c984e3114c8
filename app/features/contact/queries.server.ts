import { and, eq, isNotNull, type SQL, sql, desc } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import { contactMessages, isGenuineMessage } from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import { firstNameOf } from "#app/values/names.ts";
import { timeRange } from "#app/values/time-of-day.ts";
import { type ContactMessage, type InboxTab, messageStateLabels } from "./model.ts";

const { spamReason, state } = contactMessages;

const conditions: Record<InboxTab, SQL | undefined> = {
  new: and(isGenuineMessage, eq(state, "new")),
  answered: and(isGenuineMessage, eq(state, "answered")),
  archived: and(isGenuineMessage, eq(state, "archived")),
  all: isGenuineMessage,
  quarantine: isNotNull(spamReason),
};

export async function getContactMessage(db: Db, _by: Administrator, id: string) {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

export function listContactMessages(db: Db, _by: Administrator, tab: InboxTab, list: ListQuery) {
  const source = {
    table: contactMessages,
    sorts: { created: contactMessages.createdAt, name: sql`lower("name")` },
    id: contactMessages.id,
  };
  return readPage<ContactMessage>(db, source, list, [
    conditions[tab],
    inMonth(contactMessages.createdAt, list.filters.month),
    matches(contactMessages, list.search),
  ]);
}

export const messageColumns: CsvColumns<ContactMessage> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Message: ({ message }) => message,
  Status: (message) => messageStateLabels[message.state],
  Received: ({ createdAt }) => createdAt,
};

/** The newest message if there is no id. Emails use these field names. */
export async function getMessageEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [message] = await db
    .select()
    .from(contactMessages)
    .where(id === null ? undefined : eq(contactMessages.id, id))
    .orderBy(desc(contactMessages.createdAt))
    .limit(1);
  if (!message) return null;
  return {
    about: { kind: "inbox", id: message.id, label: message.name },
    recipientEmail: message.email,
    subject: "Thanks for your message",
    record: messageFields(message),
  };
}

function messageFields(message: ContactMessage): FieldValues<"inbox"> {
  const { event } = message;
  return {
    first_name: event?.firstName || firstNameOf(message.name),
    client_name: message.name,
    name: message.name,
    email: message.email,
    message: message.message,
    event_date: event?.eventDate,
    event_time: timeRange(event?.startTime ?? null, event?.endTime ?? null),
    event_location: event?.venue || event?.suburb,
    guests: event?.guests,
    created_at: message.createdAt,
    id: message.id,
  };
}
