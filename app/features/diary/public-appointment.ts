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
