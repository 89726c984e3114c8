import type { Cents } from "#app/values/money.ts";
import type { DiaryParty, ServicePlace } from "#app/server/database/enums.ts";
import type { Service } from "#app/features/services/model.ts";

/**
 * `declined`: a request that was not taken. `over`: its time has passed, and nobody has said that the
 * client was not there.
 */
export type PublicState =
  | "held"
  | "requested"
  | "booked"
  | "cancelled"
  | "declined"
  | "over"
  | "no-show";

/** What a client may know of an appointment; nothing of the owner's. */
export type PublicAppointment = {
  state: PublicState;
  title: string;
  startsAt: Date;
  endsAt: Date;
  place: ServicePlace | null;
  placeDetails: string;
  price: Cents | null;
  /** What it says of a package instead, for whom the email's link shows it. */
  credit: string | null;
  clientName: string;
  student: string | null;
  note: string | null;
  /** In which its times are shown. */
  zone: string;
  version: number;
  /** Whether nobody else can have its time; not where a request is suspected spam. */
  isKept: boolean;
  cancelledBy: DiaryParty | null;
  /** In hours before the start. */
  changeNotice: number;
  changesUntil: Date;
  /** Whether its client can move and cancel it online now; what is of no service can't be moved. */
  canCancel: boolean;
  canMove: boolean;
  /** It stands, and is too near to be changed online. */
  isLate: boolean;
};

export type ShownAppointment = {
  appointment: PublicAppointment;
  service: Service | null;
  /** Whether the link came from its email. */
  isProven: boolean;
  /** The others of its series that still stand, for whom the email's link shows them. */
  series: { startsAt: Date; token: string }[];
};
