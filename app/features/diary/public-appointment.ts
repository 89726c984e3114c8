import type { Cents } from "#app/values/money.ts";
import type { DiaryParty, ServicePlace } from "#app/server/database/enums.ts";
import type { Service } from "#app/features/services/model.ts";
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

/** Only what a client may know. */
export type PublicAppointment = {
  state: PublicState;
  title: string;
  startsAt: Date;
  endsAt: Date;
  place: ServicePlace | null;
  placeDetails: string;
  price: Cents | null;
  /** Sentence about a package, in place of the price; only for the emailed link. */
  credit: string | null;
  clientName: string;
  student: string | null;
  note: string | null;
  zone: string;
  version: number;
  /** Nobody else can have its time; false for suspected spam. */
  isKept: boolean;
  cancelledBy: DiaryParty | null;
  /** Hours before the start. */
  changeNotice: number;
  changesUntil: Date;
  /** Online, now. An appointment without a service can't be moved. */
  canCancel: boolean;
  canMove: boolean;
  /** Too near to be changed online. */
  isLate: boolean;
};

export type ShownAppointment = {
  appointment: PublicAppointment;
  service: Service | null;
  /** Opened by the emailed link. */
  isProven: boolean;
  /** Only for the emailed link. */
  series: { startsAt: Date; token: string }[];
};

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
