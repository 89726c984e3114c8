import { packageSentence } from "./credits.server.ts";
import { href } from "react-router";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { beforeLabel } from "#app/features/email/email-parts.tsx";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Service } from "#app/features/services/model.ts";
import { timesInZones } from "#app/features/services/times.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { firstNameOf, plainName } from "#app/values/names.ts";
import { isZone, zonedTime } from "#app/values/wall-clock.ts";
import { serviceOf } from "./entries.server.ts";
import { changesUntil, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import { momentIn, placeFor, priceFor } from "./public-wording.ts";

/** Empty for an appointment without a link. */
export const appointmentUrl = ({ token }: Pick<Entry, "token">) =>
  token ? absoluteUrl(href("/appointments/:token", { token })) : "";

export const zoneOf = ({ zone }: Pick<Entry, "zone">) =>
  zone && isZone(zone) ? zone : melbourneZone;

/** Without an id, the newest appointment. */
export async function getAppointmentEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const isShown = id === null ? isNull(diaryEntries.spamReason) : eq(diaryEntries.id, id);
  const [entry] = await db
    .select()
    .from(diaryEntries)
    .where(and(eq(diaryEntries.kind, "appointment"), isNotNull(diaryEntries.clientEmail), isShown))
    .orderBy(desc(diaryEntries.createdAt))
    .limit(1);
  if (!entry) return null;
  return {
    about: { kind: "appointments", id: entry.id, label: entry.clientName ?? entry.title },
    recipientEmail: entry.clientEmail!,
    subject: `Regarding your appointment: ${entry.title}`,
    record: appointmentFields(entry, await serviceOf(db, entry), {
      now: new Date(),
      credit: await packageSentence(db, entry),
    }),
  };
}

type Known = {
  now: Date;
  before?: Entry | undefined;
  reason?: string | undefined;
  /** Sent unread, perhaps to a stranger's address: it repeats no free text of the form. */
  isUnseen?: boolean;
  /** Sentence about a package, in place of the price. */
  credit?: string | null;
};

export function appointmentFields(
  entry: Entry,
  service: Service | null,
  { now, before, reason = "", isUnseen = false, credit = null }: Known,
): FieldValues<"appointments"> {
  const { title, startsAt, endsAt, createdAt, clientEmail, cancelledBy } = entry;
  const zone = zoneOf(entry);
  const named = (name: string | null) => (isUnseen ? plainName(name ?? "") : (name ?? ""));
  const name = named(entry.clientName);
  const place = placeLines(entry, isUnseen);
  const { day, ranges } = timesInZones(startsAt, endsAt, zone);
  const price = credit ?? priceFor(entry) ?? "";
  const old = before && {
    time: timesInZones(before.startsAt, before.endsAt, zone).ranges[0]!,
    place: placeLines(before, isUnseen).join("\n"),
    price: before.price === entry.price ? price : (priceFor(before) ?? ""),
  };
  // The text about a move says the old time itself.
  const hasMoved = before && before.startsAt.getTime() !== startsAt.getTime();
  const student = named(entry.student);
  const who = student ? [`For ${student}`] : [];
  return {
    first_name: name ? firstNameOf(name) : isUnseen ? "there" : "",
    client_name: name,
    service: title,
    student,
    appointment_date: day,
    appointment_time: zonedTime(startsAt, zone),
    when: ranges[0],
    when_melbourne: ranges.at(-1),
    when_before: old?.time,
    place: place.join(", "),
    price,
    details: [
      ...withBefore(title, before?.title),
      ...who,
      ...ranges,
      ...(hasMoved ? [] : oldLines(ranges[0]!, old?.time)),
      ...withBefore(place.join("\n"), old?.place),
      entry.price && !credit ? `Price ${price}` : price,
      ...oldLines(price, old?.price),
    ]
      .filter(Boolean)
      .join("\n"),
    appointment_link: appointmentUrl(entry),
    change_until: momentIn(zone, changesUntil(entry)),
    how_to_change: howToChange(entry, service, now),
    cancellation: [cancellations[cancelledBy ?? "owner"], ...(credit ? [`${credit}.`] : [])].join(
      " ",
    ),
    reason,
    booking_link: bookingUrl(service, entry),
    client_email: clientEmail,
    created_at: createdAt,
    id: entry.id,
  };
}

export const oldLines = (current: string, old = ""): string[] =>
  old && old !== current ? [`${beforeLabel}${old.replaceAll("\n", ", ")}`] : [];

export const withBefore = (current: string, old?: string): string[] => [
  current,
  ...oldLines(current, old),
];

/** Only the form says where a client's place is, so an unseen email leaves it out. */
function placeLines(entry: Entry, isUnseen: boolean): string[] {
  const isTyped = entry.place === "client" && isUnseen;
  return placeFor(isTyped ? { ...entry, placeDetails: "" } : entry)
    .split("\n")
    .filter(Boolean);
}

const cancellations = {
  client: "As you asked, your appointment is cancelled.",
  owner: "I'm sorry, I have to cancel our appointment.",
};

/** Empty once nothing can be changed. */
function howToChange(entry: Entry, service: Service | null, now: Date): string {
  if (!isUpcoming(entry) || entry.startsAt <= now) return "";
  if (!isOpenForChanges(entry, now)) {
    const { label } = content().site.whatsapp;
    return `It's less than ${entry.changeNotice} hours away, so to move or cancel it, please call ${label}.`;
  }
  const until = momentIn(zoneOf(entry), changesUntil(entry));
  return service
    ? `You can move or cancel it online until ${until}.`
    : `You can cancel it online until ${until}. To move it, just reply.`;
}

/** Contains the link's secret: a booking through it proves that the email arrived. */
function bookingUrl(service: Service | null, { token }: Pick<Entry, "token">): string {
  const path = service?.active
    ? href("/book/:category/:service", { category: service.category, service: service.slug })
    : href("/book");
  return absoluteUrl(path) + (token ? `?${new URLSearchParams({ proof: token }).toString()}` : "");
}
