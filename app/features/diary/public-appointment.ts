import type { Cents } from "#app/values/money.ts";
import type { DiaryParty, ServicePlace } from "#app/server/database/enums.ts";
import type { Service } from "#app/features/services/model.ts";

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
