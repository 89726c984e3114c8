import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { shortDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { ServicePlace } from "#app/server/database/enums.ts";
import { servicePlaceNames } from "#app/features/services/labels.ts";
import { zoneWords } from "#app/features/services/times.ts";
import type { PublicAppointment, PublicState } from "./public-appointment.ts";

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

/** The phone number follows it. */
export const closedSentence = ({ changeNotice }: Pick<PublicAppointment, "changeNotice">) =>
  `It's less than ${changeNotice} hours away: please`;
