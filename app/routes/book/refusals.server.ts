import type { Booking, BookingResult } from "#app/features/diary/book.server.ts";
import type { Service } from "#app/features/services/model.ts";
import { findService, nextFreeStarts } from "#app/features/services/queries.server.ts";
import { differenceOf, termsOf } from "#app/features/services/terms.ts";
import { catchUpInTurn } from "#app/features/site-content/published.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

type Refusal = Extract<BookingResult, { ok: false }>["reason"];

export type BookingState = FormState & {
  /** Free times to offer instead. */
  instead?: Date[];
  /** The page now shows other terms than the form that was sent. */
  isChanged?: true;
  /** Can't be booked online: the page says how to ask. */
  asks?: true;
};

/** Rolls the transaction back, so that the same form can be sent again. */
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
  // The same reply for all: a typed email address reveals nothing about its sessions.
  "too-many":
    "I can't take any more bookings by this form for now. Write to me and I'll find us a time.",
};

const offered = 3;

const suitsYou = "It isn't booked yet: if that suits you, send it again.";

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
  // Near the last open day there may be fewer times after it than before.
  const instead =
    next.length > 0 ? next : await nextFreeStarts(getDb(), service, now, offered, now);
  return { message, instead };
}
