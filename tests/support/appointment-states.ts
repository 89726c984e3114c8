import type { Db } from "#app/server/database/db.server.ts";
import { aLesson, anEntry, anOpenWeek, minutesLater } from "./diary.ts";

/* Appointments in every state that a client may find behind the link, in the coming weeks. */

const HOUR = 60;
const DAY = 24 * HOUR;
const hour = HOUR * 60_000;
const nextHour = new Date(Math.ceil(Date.now() / hour) * hour);
/** So many minutes after the next whole hour. */
const soon = (minutes: number) => minutesLater(nextHour, minutes);

/** 22 characters, as a link has. */
export const linkOf = (name: string) => name.padEnd(22, "_");

let days = 10;
/** A time that nobody has, on a day of its own; the service is open at all hours. */
export const freeTime = () => soon(++days * DAY);

/** That of the first appointment. */
export const takenTime = freeTime();

type Given = Parameters<typeof anEntry>[1];

const states: Record<string, () => Given> = {
  booked: () => ({ startsAt: takenTime, zone: "Europe/London", note: "My first lesson" }),
  requested: () => ({ startsAt: freeTime(), state: "requested" }),
  free: () => ({
    startsAt: freeTime(),
    price: 0,
    place: "online",
    placeDetails: "Join me at https://x.example/room.",
    note: "https://visitor.example",
  }),
  late: () => ({ startsAt: soon(47 * HOUR) }),
  held: () => ({ startsAt: freeTime(), state: "held", heldUntil: soon(DAY) }),
  cancelled: () => ({ startsAt: freeTime(), state: "cancelled", cancelledBy: "client" }),
  "by-owner": () => ({ startsAt: freeTime(), state: "cancelled", cancelledBy: "owner" }),
  declined: () => ({ startsAt: freeTime(), state: "cancelled", declined: true }),
  done: () => ({ startsAt: soon(-3 * DAY), state: "done" }),
  ended: () => ({ startsAt: soon(-3 * HOUR) }),
  "no-show": () => ({ startsAt: soon(-4 * DAY), state: "no-show" }),
  spam: () => ({ startsAt: freeTime(), state: "requested", firm: false, spamReason: "links" }),
  strange: () => ({
    startsAt: freeTime(),
    serviceId: null,
    title: "<script>alert(1)</script>",
    clientName: "",
    note: "x".repeat(5_000),
    zone: "Mars/Olympus",
    placeDetails: "javascript:alert(1)",
    price: null,
    place: null,
  }),
};

export const appointmentStates = Object.keys(states);

/** Booked ones that a test may change. */
const toChange = ["to-move", "to-lose", "to-cancel", "to-click", "to-zone"];

export async function appointmentsInEachState(db: Db): Promise<void> {
  await anOpenWeek(db, "00:00", "00:00");
  const service = await aLesson(db, { step: 60, notice: 1 });
  const add = (name: string, given: Given) =>
    anEntry(db, { token: linkOf(name), serviceId: service.id, createdAt: new Date(), ...given });
  for (const [name, given] of Object.entries(states)) await add(name, given());
  for (const name of toChange) await add(name, { startsAt: freeTime() });
}
