import { ComposedEmail } from "#app/features/email/composed-email.tsx";
import { Details } from "#app/features/email/email-details.tsx";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Quoted,
  Text,
} from "#app/features/email/email-parts.tsx";
import { placeLabels } from "#app/features/services/labels.ts";
import { timesInZones } from "#app/features/services/times.ts";
import { melbourneDay, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { oldLines, withBefore, zoneOf } from "./email-record.server.ts";
import type { Actor, DiaryChange, Entry } from "./model.ts";
import { priceFor, promisedPlace } from "./public-wording.ts";

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

const whoseOf = ({ student, clientName }: Entry) => student || clientName;

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
