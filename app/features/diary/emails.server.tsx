import { href } from "react-router";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { ComposedEmail, Details } from "#app/features/email/compose.server.tsx";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Quoted,
  Text,
  beforeLabel,
} from "#app/features/email/email-parts.tsx";
import { placeLabels, isOffered, type Service } from "#app/features/services/model.ts";
import { momentIn, timesInZones } from "#app/features/services/times.ts";
import { melbourneDay, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zonedTime, isZone } from "#app/values/wall-clock.ts";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { firstNameOf, plainName } from "#app/values/names.ts";
import {
  type Actor,
  type DiaryChange,
  type Entry,
  changesUntil,
  isOpenForChanges,
  isUpcoming,
  placeFor,
  priceFor,
  promisedPlace,
} from "./model.ts";
import { packageSentence } from "./credits.server.ts";
import { serviceOf } from "./entries.server.ts";

/** @param isAnswer a form caused it, and anyone may have typed this address */
export function appointmentEmail({
  body,
  details,
  isOff = false,
  link,
  label,
  isAnswer = false,
}: {
  body: string;
  details: string;
  isOff?: boolean;
  link: string;
  label: string;
  isAnswer?: boolean;
}) {
  return (
    <ComposedEmail
      body={body}
      details={details}
      isOff={isOff}
      {...(link && { action: { href: link, label } })}
      {...(isAnswer && {
        note: "If this wasn't you, someone mistyped their address. You can ignore this email.",
      })}
    />
  );
}

type Notice = {
  entry: Entry;
  before?: Entry | undefined;
  actor: Actor;
  reason?: string | undefined;
  tellsClient?: boolean;
};

const subjects: Record<DiaryChange, string> = {
  booked: "Booked",
  requested: "Request",
  confirmed: "Confirmed",
  declined: "Declined",
  moved: "Moved",
  changed: "Changed",
  cancelled: "Cancelled",
};

export function noticeSubject(change: DiaryChange, entry: Entry, now: Date): string {
  const who = whoseOf(entry);
  const parts = [entry.title, ...(who ? [who] : []), melbourneMoment(entry.startsAt, now)];
  return `${subjects[change]}: ${parts.join(", ")}`;
}

export const whoseOf = ({ student, clientName }: Entry) => student || clientName;

export function noticeEmail(change: DiaryChange, notice: Notice, admin: string) {
  const { entry, before, actor, reason } = notice;
  const sentence = sentenceFor(change, notice);
  const isClients = actor.party === "client";
  const facts = factsOf(entry, before);
  const details = detailsOf(entry, before);
  const isTold = entry.clientEmail !== null && notice.tellsClient !== false;
  const promised = isTold && promisedPlace(entry);
  return (
    <EmailLayout
      preview={sentence || linesOf(entry).time}
      note={!sentence && "Open the invitation that comes with this email to update your calendar."}
    >
      <Heading whole={whoseOf(entry)}>{headingFor(change, notice)}</Heading>
      {sentence && <Text>{sentence}</Text>}
      <Details isOff={entry.state === "cancelled"}>{details}</Details>
      {facts.length > 0 && <Facts facts={facts} />}
      {promised && <Text>{`Your client was told: "${promised}."`}</Text>}
      {reason && <Words label={isClients ? "They wrote:" : "You wrote:"}>{reason}</Words>}
      {entry.state !== "cancelled" && entry.note && <Words label="Their note:">{entry.note}</Words>}
      {isClients && entry.clientEmail && <HowToAnswer email={entry.clientEmail} />}
      <Action href={admin}>
        {entry.state === "requested" && !entry.spamReason
          ? "Confirm or decline"
          : "Open the appointment"}
      </Action>
    </EmailLayout>
  );
}

function Words({ label, children }: { label: string; children: string }) {
  return (
    <>
      <Text>{label}</Text>
      <Quoted>{children}</Quoted>
    </>
  );
}

function headingFor(change: DiaryChange, { entry, before, actor }: Notice): string {
  const name = entry.clientName || "A client";
  if (actor.party === "clock")
    return change === "requested"
      ? `${name} is waiting for your answer`
      : `${name}'s request has lapsed`;
  if (change === "requested")
    return `${name} has asked for ${isMove(actor, before) ? "another" : "a"} time`;
  if (actor.party === "client")
    return change === "booked"
      ? `${name} has booked a time`
      : `${name} has ${change} their appointment`;
  const whose = whoseOf(entry) ? `${whoseOf(entry)}'s` : "this";
  if (change === "booked") return `${whoseOf(entry) || entry.title} is in your diary`;
  const isAnswer = change === "confirmed" || change === "declined";
  return `You've ${change} ${whose} ${isAnswer ? "request" : "appointment"}`;
}

/** An entry that is released from spam has a `before`, too. */
const isMove = (actor: Actor, before: Entry | undefined) =>
  actor.party === "client" && before !== undefined;

/** Empty if the heading says all. */
function sentenceFor(change: DiaryChange, { actor, entry }: Notice): string {
  if (actor.party === "clock")
    return change === "requested"
      ? "A day before the session the request lapses, and they're told that you can't."
      : "You hadn't answered, so it was declined and its time is free again.";
  if (entry.spamReason)
    return "Many bookings have come that may be strangers', so this one keeps no time until you say that it's real.";
  if (change === "requested")
    return entry.firm ? "Nobody else can book it until you answer." : "It waits for your answer.";
  return "";
}

function detailsOf(entry: Entry, before = entry): string {
  const [{ title, time, elsewhere, where }, old] = [linesOf(entry), linesOf(before)];
  return [
    ...withBefore(title, old.title),
    time,
    ...elsewhere,
    ...oldLines(time, old.time),
    ...withBefore(where, old.where),
  ]
    .filter(Boolean)
    .join("\n");
}

function linesOf(entry: Entry) {
  const { title, startsAt, endsAt, place, placeDetails } = entry;
  const { ranges } = timesInZones(startsAt, endsAt, zoneOf(entry));
  const [time = "", ...elsewhere] = ranges.toReversed();
  const where = [place ? placeLabels[place] : "", placeDetails].filter(Boolean).join("\n");
  return { title, time, elsewhere, where };
}

function melbourneMoment(instant: Date, now: Date): string {
  const day = shortDay(melbourneDay(instant), melbourneDay(now));
  return `${day}, ${zonedTime(instant, melbourneZone)}`;
}

function factsOf(entry: Entry, before = entry): EmailFact[] {
  const old = Object.fromEntries(namedFacts(before));
  return namedFacts(entry).flatMap(([label, value]): EmailFact[] =>
    value ? [[label, withBefore(value, old[label] ?? "").join("\n")]] : [],
  );
}

const namedFacts = (entry: Entry): [string, string | null][] => [
  ["Client", entry.clientName],
  ["Student", entry.student],
  ["Email", entry.clientEmail],
  ["Phone", entry.phone],
  ["Price", priceFor(entry)],
];

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
  /** The text itself doesn't say when it was before. */
  listsOldTime?: boolean;
};

export function appointmentFields(
  entry: Entry,
  service: Service | null,
  { now, before, reason = "", isUnseen = false, credit = null, listsOldTime }: Known,
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
  const hasMoved = !listsOldTime && before && before.startsAt.getTime() !== startsAt.getTime();
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

const oldLines = (current: string, old = ""): string[] =>
  old && old !== current ? [`${beforeLabel}${old.replaceAll("\n", ", ")}`] : [];

const withBefore = (current: string, old?: string): string[] => [
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
    const how = label ? `call ${label}` : "reply to this email";
    return `It's less than ${entry.changeNotice} hours away, so to move or cancel it, please ${how}.`;
  }
  const until = momentIn(zoneOf(entry), changesUntil(entry));
  return service
    ? `You can move or cancel it online until ${until}.`
    : `You can cancel it online until ${until}. To move it, just reply.`;
}

/** Contains the link's secret: a booking through it proves that the email arrived. */
function bookingUrl(service: Service | null, { token }: Pick<Entry, "token">): string {
  const path =
    service && isOffered(service)
      ? href("/book/:category/:service", { category: service.category, service: service.slug })
      : href("/book");
  return absoluteUrl(path) + (token ? `?${new URLSearchParams({ proof: token }).toString()}` : "");
}
