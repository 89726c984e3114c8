import { desc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import { firstNameOf } from "#app/values/names.ts";
import { timeRange } from "#app/values/time-of-day.ts";
import type { ContactMessage } from "./model.ts";

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
