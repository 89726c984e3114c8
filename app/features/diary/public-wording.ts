import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { shortDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { ServicePlace } from "#app/server/database/enums.ts";
import { servicePlaceNames } from "#app/features/services/model.ts";
import { zoneWords } from "#app/features/services/times.ts";
import type { findPublicAppointment } from "./public-appointment.server.ts";
import type { MoveResult, CancelResult } from "./changes.server.ts";

/** `declined`: a request not taken. `over`: its time has passed without a reported no-show. */
export type PublicState =
  | "held"
  | "requested"
  | "booked"
  | "cancelled"
  | "declined"
  | "over"
  | "no-show";

export type ShownAppointment = NonNullable<Awaited<ReturnType<typeof findPublicAppointment>>>;
export type PublicAppointment = ShownAppointment["appointment"];

type Refusal = Exclude<MoveResult | CancelResult, { ok: true }>["reason"];

export const clientRefusals: Record<Exclude<Refusal, "not-found" | "closed">, string> = {
  changed: "This appointment has changed since you opened the page. Here is how it stands now.",
  "by-owner": "Please get in touch to move this one.",
  taken: "Somebody was a moment quicker. You still have your old time; please choose another.",
  overlaps: "Somebody was a moment quicker. You still have your old time; please choose another.",
  "too-many":
    "I can't move it to that week by this page. Write to me and I'll find us a time; you still have your old one.",
  past: "It's too late to book that time online. You still have your old time.",
  outside: "That time isn't on offer. You still have your old time.",
};

export const appointmentNotFoundMessage =
  "This link may be missing a character. Please open it from your email once more.";

export type Just = "booked" | "moved" | "cancelled" | null;

export function headlineFor({ state }: PublicAppointment, just: Just): string {
  if (state === "requested")
    return just === "moved" ? "You've asked for a new time" : "Request sent";
  if (state === "booked" && just === "booked") return "You're booked";
  if (state === "booked" && just === "moved") return "Your new time";
  return headlines[state];
}

const headlines: Record<PublicState, string> = {
  held: "Your time is held",
  requested: "Request sent",
  booked: "Your appointment",
  cancelled: "Cancelled",
  declined: "Not this time, sorry",
  over: "Thanks for coming",
  "no-show": "We missed you",
};

export function sentencesFor(appointment: PublicAppointment, just: Just): string[] {
  const { state, cancelledBy, isKept } = appointment;
  switch (state) {
    case "held":
      return ["I'm keeping this time for you while you pay."];
    case "requested":
      return [
        `${isKept ? "I'm keeping this time for you and I'll" : "I'll"} confirm by email. It isn't booked until then.`,
      ];
    case "booked":
      return just ? ["I've emailed you the details, with an invitation for your calendar."] : [];
    case "cancelled":
      if (cancelledBy === "owner") return ["I've had to cancel this one. I'm sorry."];
      return [just ? "Done. I've emailed you a confirmation." : "You cancelled this appointment."];
    case "declined":
      return ["I couldn't take this time. Please choose another one."];
    case "over":
      return ["If you'd like another session, you can book it below."];
    case "no-show":
      return ["I was expecting you. If something came up, please get in touch."];
  }
}

export const isAhead = ({ state }: PublicAppointment) =>
  state === "held" || state === "requested" || state === "booked";

type Placed = Pick<PublicAppointment, "place" | "placeDetails">;

const placeWords = ({ place, placeDetails }: Placed): string[] =>
  [place ? servicePlaceNames[place] : "", placeDetails].filter((words) => words !== "");

/** Empty if the place is known or nobody comes any more. */
export function promisedPlace({ place, placeDetails, state }: Placed & { state: string }): string {
  const isToCome = state === "booked" || state === "requested";
  return place && isToCome && !placeDetails ? promises[place] : "";
}

export const placeFor = (appointment: Placed & { state: string }): string =>
  [...placeWords(appointment), promisedPlace(appointment)].filter(Boolean).join("\n");

const promises: Record<ServicePlace, string> = {
  studio: "I'll send you the address",
  online: "I'll send you the link",
  client: "",
};

export const priceFor = ({ price }: Pick<PublicAppointment, "price">) =>
  price === null ? null : price === 0 ? "Free" : formatMoney(price);

/** `Thu 8 Oct, 11:00 pm London (BST)`. */
export function momentIn(zone: string, instant: Date): string {
  const day = zonedDay(instant, zone);
  return `${shortDay(day, day)}, ${zonedTime(instant, zone)} ${zoneWords(instant, zone)}`;
}
