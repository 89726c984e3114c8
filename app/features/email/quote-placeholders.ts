import type { invoices } from "#app/server/database/tables.server.ts";
import { longDay } from "#app/values/calendar.ts";

/** What letters may say of a quote beside its own fields: words that read well also when a field is empty. */
export function quotePlaceholders({
  eventTitle,
  validUntil,
}: Pick<typeof invoices.$inferSelect, "eventTitle" | "validUntil">) {
  const until = validUntil ? longDay(validUntil) : "";
  return {
    event: eventTitle || "your event",
    valid_until: until,
    valid_until_sentence: until && `It is valid until ${until}. `,
  };
}
