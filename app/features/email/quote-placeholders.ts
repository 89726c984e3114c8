import type { invoices } from "#app/server/database/tables.server.ts";
import { longDay } from "#app/values/calendar.ts";

/** Placeholders beside the fields of a quote; they read well when a field is empty, too. */
export function quotePlaceholders({
  eventTitle,
  validUntil,
}: Pick<typeof invoices.$inferSelect, "eventTitle" | "validUntil">) {
  const until = validUntil ? longDay(validUntil) : "";
  return {
    event: eventTitle || "your event",
    valid_until: until,
    valid_until_sentence: until && `It's valid until ${until}. `,
  };
}
