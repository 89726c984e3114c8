import { and, eq, or } from "drizzle-orm";
import { announcementLimit, queueAppointmentEmail } from "#app/features/email/throttle.server.tsx";
import {
  expireTried,
  isDelayed,
  queueEmails,
  ownerEmail,
  readOwnerEmail,
} from "#app/features/email/outbox.server.ts";
import { reminderText } from "#app/features/email/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume } from "#app/server/database/rate-limit.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, Text } from "#app/features/email/email-parts.tsx";
import { Details } from "#app/features/email/compose.server.tsx";
import { timesInZones } from "#app/features/services/times.ts";
import { longDay, melbourneZone } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { countOf } from "#app/values/wording.ts";
import { isCovered, packageSentence } from "./credits.server.ts";
import { appointmentEmails } from "./email-copy.ts";
import {
  appointmentEmail,
  noticeEmail,
  noticeSubject,
  appointmentFields,
  appointmentUrl,
  whoseOf,
  zoneOf,
} from "./emails.server.tsx";
import { findUnheardMove, movedTo, serviceOf, type UnheardMove } from "./entries.server.ts";
import {
  clientInvitation,
  entryAdminUrl,
  ownerInvitation,
  appointmentEvent,
  ownerEvent,
  invitationTo,
} from "./calendar.server.ts";
import type { Actor, DiaryChange, Entry } from "./model.ts";
import { isOpenForChanges, placeFor, priceFor, repeatsOf } from "./model.ts";
import { planAppointmentReminder } from "./reminders.server.ts";

export type ChangeInfo = {
  actor: Actor;
  before?: Entry;
  /** In the actor's words. */
  reason?: string;
  /** False where the owner tells the client otherwise. */
  tellsClient?: boolean;
  /** Of the emails, in seconds. */
  delay?: number;
};

type Change = ChangeInfo & { change: DiaryChange; entry: Entry };

/** Tells client and owner in the change's transaction: one email each, with an invitation for their calendars. */
export async function announceChange(
  tx: Db,
  change: DiaryChange,
  entry: Entry,
  info: ChangeInfo,
  now: Date,
): Promise<void> {
  if (entry.spamReason) return;
  const told = { ...info, change, entry };
  const tellsClient = info.tellsClient !== false && entry.clientEmail !== null;
  const unheard = tellsClient ? await findUnheardMove(tx, entry, now) : null;
  await expireHeld(tx, entry, tellsClient, now);
  // A change says nothing of a move, and what has a delay may be undone.
  if (tellsClient && change !== "changed" && !info.delay) await expireTried(tx, entry, now);
  const isReminded = entry.state === "booked" && entry.clientEmail !== null;
  if (tellsClient || !isReminded) await planAppointmentReminder(tx, entry, now);
  if (tellsClient) await tellClient(tx, unheard ? asKnown(told, unheard) : told, now);
  await tellOwner(tx, told, now);
}

/** One email says what two would have: a move is told from the time that the client knows, with its reason. */
function asKnown(told: Change, { reason, ...known }: UnheardMove): Change {
  const { change, entry, before = entry } = told;
  if (entry.state === "cancelled") return { ...told, entry: { ...entry, ...known } };
  return {
    ...told,
    change: change === "changed" ? "moved" : change,
    before: { ...before, ...known },
    reason: told.reason || reason,
  };
}

/** What still waits for its turn would say how it stood before; a client who isn't told now still gets it. */
async function expireHeld(tx: Db, { id }: Entry, tellsClient: boolean, now: Date): Promise<void> {
  const lastError = "Not sent: a later email says how it stands now.";
  const isReplaced = tellsClient ? undefined : eq(emails.kind, "appointment-notice");
  const waits = and(eq(emails.appointmentId, id), or(eq(emails.held, true), isDelayed));
  const replaced = { state: "expired", held: false, lastError, settledAt: now } as const;
  await tx.update(emails).set(replaced).where(and(waits, isReplaced));
}

async function tellClient(tx: Db, told: Change, now: Date): Promise<void> {
  const { entry, before, actor } = told;
  const change = newsFor(told);
  const recipient = entry.clientEmail!;
  const isAnswer = actor.party === "client";
  const service = await serviceOf(tx, entry);
  const reason = reasonFor(told);
  const credit = await packageSentence(tx, entry);
  const record = appointmentFields(entry, service, {
    now,
    // Who hasn't heard of it yet isn't told how it was before.
    before: change === told.change ? before : undefined,
    reason,
    isUnseen: true,
    credit,
    listsOldTime: change === "confirmed",
  });
  const text = await reminderText(tx, appointmentEmails()[change], record);
  if (!text) return;
  const isOver = entry.state === "cancelled";
  const isRequest = entry.state === "requested";
  const isOpen = isOpenForChanges(entry, now);
  const email = {
    kind: `appointment-${change}` as const,
    recipient,
    replyTo: ownerEmail(),
    subject: text.subject,
    body: appointmentEmail({
      body: actor.party === "owner" ? withReason(text.body, reason) : text.body,
      details: isOver ? [record.service, record.when].join("\n") : String(record.details),
      isOff: isOver,
      link: String(isOver ? record.booking_link : record.appointment_link),
      label: isOver
        ? "Choose another time"
        : `${isOpen ? "View or change" : "View"} your ${isRequest ? "request" : "appointment"}`,
      isAnswer: isAnswer && !before,
    }),
    appointmentId: entry.id,
    invitation: clientInvitation(entry, recipient, now),
    ...(told.delay && { delay: told.delay }),
  };
  if (isAnswer) await queueAppointmentEmail(tx, email, now);
  else await queueEmails(tx, email);
}

/** Her own template may leave out what she wrote now: it then follows the greeting. */
function withReason(body: string, reason: string): string {
  if (!reason || body.includes(reason)) return body;
  const [greeting, ...paragraphs] = body.split("\n\n");
  return [greeting, reason, ...paragraphs].join("\n\n");
}

/** To an address that has no invitation yet, nothing has changed. */
function newsFor({ change, entry: { state, clientEmail }, before }: Change): DiaryChange {
  if (change !== "changed" || before?.clientEmail === clientEmail) return change;
  return state === "requested" ? "requested" : "booked";
}

/** What a client writes is for the owner; a form could carry it to anyone. */
function reasonFor({ change, actor, reason = "" }: Change): string {
  if (actor.party === "owner") return reason;
  return actor.party === "clock" && change === "declined"
    ? "I didn't get to your request in time, and I'm sorry about that."
    : "";
}

/** Nothing has changed yet: a request is about to lapse. */
const isWarning = ({ change, actor }: Pick<Change, "change" | "actor">) =>
  change === "requested" && actor.party === "clock";

/** One email with all that was said, which waits its turn in a flood. */
export async function tellOwner(tx: Db, told: Change, now: Date): Promise<void> {
  const { change, entry, actor, delay } = told;
  const recipient = await readOwnerEmail(tx);
  const isClients = actor.party === "client";
  // Nothing is lost in a flood: what is beyond the limit waits, and the next change replaces it.
  const limit = () => consume(tx, "announcements of appointments", announcementLimit, now);
  const held = isClients && (await limit()) !== null;
  await queueEmails(tx, {
    kind: "appointment-notice",
    recipient,
    ...(entry.clientEmail && { replyTo: entry.clientEmail }),
    subject: noticeSubject(change, entry, now),
    body: noticeEmail(change, told, entryAdminUrl(entry)),
    appointmentId: entry.id,
    ...(delay && { delay }),
    ...(!entry.spamReason &&
      !isWarning(told) && { invitation: ownerInvitation(entry, recipient, now) }),
    ...(held && { held, lastError: "Many appointments are changing. This email waits its turn." }),
  });
}

type SeriesChange = "booked" | "moved" | "changed" | "cancelled";

type Told = {
  actor: Actor;
  tellsClient?: boolean;
  reason?: string;
  before?: readonly Entry[];
  /** Weeks between the lessons of a new series. */
  weeks?: number;
};

/** One email each to client and owner. `entries`: in order of time, of one client if that one is told. */
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
  const unheard = new Map<string, UnheardMove>();
  for (const entry of entries) {
    const move = tellsClient ? await findUnheardMove(tx, entry, now) : null;
    if (move) unheard.set(entry.id, move);
    await expireHeld(tx, entry, tellsClient, now);
    if (tellsClient || entry.state !== "booked") await planAppointmentReminder(tx, entry, now);
  }
  const asKnownOf = (entry: Entry) => ({ ...entry, ...unheard.get(entry.id) });
  const isOver = change === "cancelled";
  const known = isOver ? entries.map(asKnownOf) : entries;
  const before = told.before?.map(asKnownOf);
  const reason = told.reason || (!isOver && [...unheard.values()][0]?.reason);
  const hers = { ...(before && { before }), ...(reason && { reason }) };
  const all = { ...told, first: known[0]!, entries: known, ...hers };
  if (tellsClient) await tellClientOfAll(tx, change, all, now);
  await tellOwnerOfAll(tx, change, { ...told, first, entries }, now);
}

type ToldOf = Told & { first: Entry; entries: readonly Entry[] };

async function tellClientOfAll(
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
    // As of the first: one sentence says it of all.
    const credit = await packageSentence(tx, { ...entry, startsAt: entries[0]!.startsAt });
    if (credit) credits.push(credit);
  }
  const rest = entries.length - credits.length;
  const price = priceFor(entries[0]!);
  const each = entries[0]!.price && price ? `Price ${price} each` : price;
  const priced = credits.length > 0 && each ? `${each} for ${rest} of them` : each;
  const shown = isOver || rest === 0 ? null : priced;
  const covered = credits.filter((line) => line === isCovered).length;
  const lines = [...new Set(credits)].map((line) =>
    line === isCovered && covered > 1
      ? `You've paid for ${covered} of them, so your next ${covered} of the same length are covered`
      : line,
  );
  return [shown, ...lines].filter((line) => line !== null);
}

async function tellOwnerOfAll(
  tx: Db,
  change: SeriesChange,
  { first, entries, reason, weeks }: ToldOf,
  now: Date,
): Promise<void> {
  const recipient = await readOwnerEmail(tx);
  const isOfOne = new Set(entries.map(({ clientEmail }) => clientEmail?.toLowerCase())).size === 1;
  const isAboutOne = isOfOne && new Set(entries.map(whoseOf)).size === 1;
  const who = isAboutOne && whoseOf(first);
  const of = [first.title, ...(who ? [who] : [])].join(", ");
  const isOver = change === "cancelled";
  const dates = datesOf(entries, melbourneZone);
  const count = countOf(entries.length, "session");
  const times = timesOf(entries, melbourneZone);
  // The email is among the first one's records, so it says nothing about other clients.
  const whose = (entry: Entry) =>
    [entry.title, isOfOne && whoseOf(entry)].filter(Boolean).join(", ");
  const details = isAboutOne
    ? [first.title, ...times]
    : entries.map((entry, at) => `${times[at]}: ${whose(entry)}`);
  await queueEmails(tx, {
    kind: "appointment-notice",
    recipient,
    ...(first.clientEmail && isOfOne && { replyTo: first.clientEmail }),
    subject: `${labels[change]}: ${isOfOne ? of : count}, ${dates}`,
    body: (
      <EmailLayout preview={dates}>
        <Heading whole={who || first.title}>
          {change === "booked" ? `${count} are in your diary` : `You've ${change} ${count}`}
        </Heading>
        <Details isOff={isOver}>{details.join("\n")}</Details>
        {isOver && !isOfOne && <Text>If your calendar still shows them, remove them there.</Text>}
        {who && <Facts facts={[["Client", who]]} />}
        {reason && <Text>{`You wrote: ${reason}`}</Text>}
        <Action href={entryAdminUrl(first)}>Open the first one</Action>
      </EmailLayout>
    ),
    appointmentId: first.id,
    invitation: invitationTo(
      recipient,
      eventsOf(entries, weeks, (entry) => {
        const event = ownerEvent(entry, entryAdminUrl(entry));
        return isOfOne
          ? event
          : { ...event, summary: entry.title, location: null, description: [] };
      }),
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
