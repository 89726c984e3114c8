import { ComposedEmail } from "#app/features/email/composed-email.tsx";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  Quoted,
  Text,
} from "#app/features/email/email-parts.tsx";
import { timesInZones } from "#app/features/services/times.ts";
import { melbourneDay, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { zoneOf } from "./email-record.server.ts";
import type { Actor, DiaryChange, Entry } from "./model.ts";
import { placeWords, priceFor, promisedPlace } from "./public-wording.ts";

/** @param isAnswer whether a form caused it, into which anyone may have typed this address */
export function appointmentEmail({
  body,
  details,
  link,
  label,
  isAnswer = false,
}: {
  body: string;
  /** What, when and where: a paragraph of the body. */
  details: string;
  link: string;
  label: string;
  isAnswer?: boolean;
}) {
  return (
    <ComposedEmail
      body={body}
      details={details}
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

/** `Moved: Voice and piano, 60 minutes, Ada Visitor, Thu 12 Mar, 10:00 am`. */
export function noticeSubject(change: DiaryChange, entry: Entry, now: Date): string {
  const { title, startsAt } = entry;
  const day = shortDay(melbourneDay(startsAt), melbourneDay(now));
  const who = whoseOf(entry);
  const parts = [title, ...(who ? [who] : []), day, zonedTime(startsAt, melbourneZone)];
  return `${subjects[change]}: ${parts.join(", ")}`;
}

const whoseOf = ({ student, clientName }: Entry) => student || clientName;

/** Tells the owner of a change, with all that the form said. */
export function noticeEmail(change: DiaryChange, notice: Notice, admin: string) {
  const { entry, actor, reason } = notice;
  const sentence = sentenceFor(change, notice);
  const isClients = actor.party === "client";
  return (
    <EmailLayout preview={sentence}>
      <Heading>{`${subjects[change]}: ${whoseOf(entry) || entry.title}`}</Heading>
      <Text>{sentence}</Text>
      <Facts facts={factsOf(notice)} />
      {reason && <Words label={isClients ? "They wrote:" : "You wrote:"}>{reason}</Words>}
      {entry.state !== "cancelled" && entry.note && <Words label="Their note:">{entry.note}</Words>}
      {isClients && entry.clientEmail && <Text>Reply to this email to answer them directly.</Text>}
      <Action href={admin}>
        {entry.state === "requested" ? "Confirm or decline it" : "Open it in your diary"}
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

function sentenceFor(change: DiaryChange, { entry, before, actor }: Notice): string {
  const name = entry.clientName || "A client";
  if (actor.party === "clock")
    return "Its time has come without an answer, so the request was declined.";
  if (actor.party === "owner") return ownSentences[change];
  if (change === "requested" && before)
    return `${name} asks for another time. It's kept until you answer.`;
  return {
    booked: `${name} has booked a time.`,
    requested: `${name} asks for a time. It's kept until you answer.`,
    moved: `${name} has moved this appointment.`,
    changed: ownSentences.changed,
    cancelled: `${name} has cancelled this appointment.`,
    confirmed: ownSentences.confirmed,
    declined: ownSentences.declined,
  }[change];
}

/** For the calendar, which learns of it by the same email. */
const ownSentences: Record<DiaryChange, string> = {
  booked: "It's in your diary.",
  requested: "It's in your diary, and waits for your answer.",
  confirmed: "You've confirmed this request.",
  declined: "You've declined this request.",
  moved: "You've moved this appointment.",
  changed: "You've changed this appointment.",
  cancelled: "You've cancelled this appointment.",
};

function factsOf({ entry, before }: Notice): EmailFact[] {
  const { clientName, clientEmail, phone, student, startsAt, endsAt } = entry;
  const ranges = (of: Entry) => timesInZones(of.startsAt, of.endsAt, zoneOf(entry)).ranges;
  const [theirs, melbournes] = ranges(entry);
  const hasMoved = before && before.startsAt.getTime() !== startsAt.getTime();
  const price = priceFor(entry);
  const facts: (EmailFact | null)[] = [
    whoseOf(entry) ? ["What", entry.title] : null,
    ["When", timesInZones(startsAt, endsAt, melbourneZone).ranges[0]!],
    melbournes ? ["For them", theirs!] : null,
    hasMoved ? ["Was", ranges(before).at(-1)!] : null,
    clientName ? ["Client", clientName] : null,
    student ? ["Student", student] : null,
    clientEmail ? ["Email", clientEmail] : null,
    phone ? ["Phone", phone] : null,
    entry.place ? ["Where", whereFor(entry)] : null,
    price ? ["Price", price] : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** What the client was promised is the owner's to do. */
function whereFor(entry: Entry): string {
  const where = placeWords(entry).join(", ");
  const promised = entry.clientEmail && promisedPlace(entry);
  return promised ? `${where}. Your client was told: "${promised}."` : where;
}
