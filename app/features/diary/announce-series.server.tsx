import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, Text } from "#app/features/email/email-parts.tsx";
import { Details } from "#app/features/email/email-details.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail, readOwnerEmail } from "#app/features/email/owner.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import { timesInZones } from "#app/features/services/times.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { longDay, melbourneZone } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { countOf } from "#app/values/wording.ts";
import { expireHeld } from "./announce.server.ts";
import { appointmentEvent, ownerEvent } from "./calendar-event.ts";
import { packageSentence } from "./credits.server.ts";
import { appointmentEmails } from "./email-copy.ts";
import { appointmentFields, appointmentUrl, zoneOf } from "./email-record.server.ts";
import { appointmentEmail } from "./emails.server.tsx";
import { movedTo, serviceOf } from "./entries.server.ts";
import { entryAdminUrl, invitationTo } from "./invitation.server.ts";
import type { Actor, Entry } from "./model.ts";
import { placeFor, priceFor } from "./public-wording.ts";
import { planAppointmentReminder } from "./reminders.server.ts";
import { repeatsOf } from "./series.ts";

type SeriesChange = "booked" | "moved" | "changed" | "cancelled";

type Told = {
  actor: Actor;
  tellsClient?: boolean;
  reason?: string;
  before?: readonly Entry[];
  /** Weeks between the lessons of a new series. */
  weeks?: number;
};

/** One email each to client and owner. `entries`: of one client, in order of time. */
export async function announceSeries(
  tx: Db,
  change: SeriesChange,
  entries: readonly Entry[],
  told: Told,
  now: Date,
): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const tellsClient = told.tellsClient !== false && first.clientEmail !== null;
  for (const entry of entries) {
    await expireHeld(tx, entry, tellsClient, now);
    if (tellsClient || entry.state !== "booked") await planAppointmentReminder(tx, entry, now);
  }
  if (tellsClient) await tellClient(tx, change, { ...told, first, entries }, now);
  await tellOwner(tx, change, { ...told, first, entries }, now);
}

type ToldOf = Told & { first: Entry; entries: readonly Entry[] };

async function tellClient(
  tx: Db,
  change: SeriesChange,
  { first, entries, reason = "", weeks, before }: ToldOf,
  now: Date,
): Promise<void> {
  const recipient = first.clientEmail!;
  const service = await serviceOf(tx, first);
  const fields = appointmentFields(first, service, { now, reason, isUnseen: true });
  const times = timesOf(entries, zoneOf(first));
  const isOver = change === "cancelled";
  const money = await moneyLines(tx, entries, isOver);
  const details = isOver
    ? [first.title, ...times]
    : [
        first.title,
        ...(fields.student ? [`For ${fields.student}`] : []),
        ...times,
        placeFor(first),
        ...money,
      ];
  const record = {
    ...fields,
    appointment_date: datesOf(entries, zoneOf(first)),
    when: times.join("\n"),
    when_before: before && startsOf(before, zoneOf(first)),
    details: details.filter(Boolean).join("\n"),
    how_to_change:
      fields.how_to_change &&
      `You can move or cancel each of them online until ${countOf(first.changeNotice, "hour")} before it begins.`,
    ...(isOver && {
      cancellation: [
        first.cancelledBy === "client"
          ? "As you asked, these sessions are cancelled."
          : "I'm sorry, I have to cancel these sessions.",
        ...money.map((line) => `${line}.`),
      ].join(" "),
    }),
  };
  const text = await reminderText(tx, appointmentEmails()[change], record);
  if (!text) return;
  await queueEmails(tx, {
    kind: `appointment-${change}`,
    recipient,
    replyTo: ownerEmail(),
    subject: text.subject,
    body: appointmentEmail({
      body: text.body,
      details: record.details,
      isOff: isOver,
      link: String(isOver ? record.booking_link : record.appointment_link),
      label: isOver ? "Choose another time" : "View or change your sessions",
    }),
    appointmentId: first.id,
    invitation: invitationTo(
      recipient,
      eventsOf(entries, weeks, (entry) => appointmentEvent(entry, appointmentUrl(entry))),
      now,
    ),
  });
}

async function moneyLines(tx: Db, entries: readonly Entry[], isOver: boolean): Promise<string[]> {
  const credits = [];
  for (const entry of entries) {
    const credit = await packageSentence(tx, entry);
    if (credit) credits.push(credit);
  }
  const rest = entries.length - credits.length;
  const price = priceFor(entries[0]!);
  const each = entries[0]!.price && price ? `Price ${price} each` : price;
  const priced = credits.length > 0 && each ? `${each} for ${rest} of them` : each;
  const shown = isOver || rest === 0 ? null : priced;
  return [shown, credits.at(-1)].filter((line) => typeof line === "string");
}

async function tellOwner(
  tx: Db,
  change: SeriesChange,
  { first, entries, reason, weeks }: ToldOf,
  now: Date,
): Promise<void> {
  const recipient = await readOwnerEmail(tx);
  const who = first.student || first.clientName;
  const of = [first.title, ...(who ? [who] : [])].join(", ");
  const isOver = change === "cancelled";
  const dates = datesOf(entries, melbourneZone);
  const count = countOf(entries.length, "session");
  await queueEmails(tx, {
    kind: "appointment-notice",
    recipient,
    ...(first.clientEmail && { replyTo: first.clientEmail }),
    subject: `${labels[change]}: ${of}, ${dates}`,
    body: (
      <EmailLayout preview={dates}>
        <Heading whole={who || first.title}>
          {change === "booked" ? `${count} are in your diary` : `You've ${change} ${count}`}
        </Heading>
        <Details isOff={isOver}>
          {[first.title, ...timesOf(entries, melbourneZone)].join("\n")}
        </Details>
        {who && <Facts facts={[["Client", who]]} />}
        {reason && <Text>{`You wrote: ${reason}`}</Text>}
        <Action href={entryAdminUrl(first)}>Open the first one</Action>
      </EmailLayout>
    ),
    appointmentId: first.id,
    invitation: invitationTo(
      recipient,
      eventsOf(entries, weeks, (entry) => ownerEvent(entry, entryAdminUrl(entry))),
      now,
    ),
  });
}

const timesOf = (entries: readonly Entry[], zone: string) =>
  entries.map(({ startsAt, endsAt }) => timesInZones(startsAt, endsAt, zone).ranges[0]!);

/** `10 dates from Monday 1 February 2027`. */
function datesOf([first, ...others]: readonly Entry[], zone: string): string {
  const day = longDay(zonedDay(first!.startsAt, zone));
  return others.length === 0 ? day : `${others.length + 1} dates from ${day}`;
}

const labels = { booked: "Booked", moved: "Moved", changed: "Changed", cancelled: "Cancelled" };

const startsOf = (entries: readonly Entry[], zone: string) =>
  `${datesOf(entries, zone)}, ${zonedTime(entries[0]!.startsAt, zone)}`;

/** A new series is one event that repeats, with its exceptions; otherwise each lesson is an event. */
function eventsOf(
  entries: readonly Entry[],
  weeks: number | undefined,
  eventOf: (entry: Entry) => CalendarEvent,
): CalendarEvent[] {
  if (!weeks) return entries.map(eventOf);
  const [first, ...others] = entries as [Entry, ...Entry[]];
  const startOf = ({ seriesStart, startsAt }: Entry) => seriesStart ?? startsAt;
  const repeats = repeatsOf([startOf(first), ...others.map(startOf)], weeks);
  const { startsAt, endsAt } = movedTo(startOf(first), first);
  const isMoved = (entry: Entry) => startOf(entry).getTime() !== entry.startsAt.getTime();
  return [
    { ...eventOf(first), startsAt, endsAt, replaces: null, repeats },
    ...entries.filter(isMoved).map(eventOf),
  ];
}
