import type { Booking, BookingResult } from "#app/features/diary/book.server.ts";
import type { Service } from "#app/features/services/model.ts";
import { findService, nextFreeStarts } from "#app/features/services/queries.server.ts";
import { differenceOf, termsOf } from "#app/features/services/terms.ts";
import { catchUpInTurn } from "#app/features/site-content/published.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

type Refusal = Extract<BookingResult, { ok: false }>["reason"];

export type BookingState = FormState & {
  /** The time can't be had; these can. */
  instead?: Date[];
  /** Its page shows other terms than the one that it was sent from. */
  isChanged?: true;
  /** No page books it: here is how to ask. */
  asks?: true;
};

/** Rolls the transaction back, so that the same form can be sent again once its time is free. */
export class Refused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super("The time could not be booked.");
    this.reason = reason;
  }
}

export const sentences: Record<Refusal, string> = {
  taken: "Somebody was a moment quicker.",
  changed: "This has changed since you opened it.",
  past: "That time is too close now.",
  outside: "I'm not taking bookings at that time any more.",
  // The same for all: whoever types an address learns nothing of its sessions.
  "too-many":
    "I can't take any more bookings by this form for now. Write to me and I'll find us a time.",
};

const offered = 3;

const suitsYou = "It isn't booked yet: if that suits you, send it again.";

/** Why it is not booked, with what can be done. `show` has the page show the service as it is now. */
export async function answerRefusal(
  reason: Refusal,
  { service, terms, start }: Booking,
  show: (current: Service) => void,
): Promise<Partial<BookingState>> {
  const message = sentences[reason];
  if (reason === "changed" && terms) {
    await catchUpInTurn(getDb());
    const current = await findService(getDb(), service.category, service.slug);
    if (current) show(current);
    const difference = current && differenceOf(terms, termsOf(current));
    return { message, detail: `${difference ?? ""} ${suitsYou}`.trim(), isChanged: true };
  }
  if (reason === "too-many") return { message, asks: true };
  const now = new Date();
  const after = start > now ? start : now;
  const next = await nextFreeStarts(getDb(), service, after, offered, now);
  // Late in what is open there may be fewer after it than before.
  const instead =
    next.length > 0 ? next : await nextFreeStarts(getDb(), service, now, offered, now);
  return { message, instead };
}
