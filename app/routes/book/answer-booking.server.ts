import { randomUUID } from "node:crypto";
import { data, href, redirect } from "react-router";
import { freshenCalendars } from "#app/features/calendars/refresh.server.ts";
import {
  bookAppointment,
  type Booking,
  findBooking,
  openKey,
  type BookingResult,
} from "#app/features/appointments/book.server.ts";
import { isProven } from "#app/features/appointments/strangers.server.ts";
import { inDiaryTurn } from "#app/features/diary/entries.server.ts";
import { receiveSubmission, type Submission } from "#app/features/intake/intake.server.ts";
import { networkMark } from "#app/features/intake/guard.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { bookingSchema } from "#app/features/services/booking-schema.ts";
import type { Service } from "#app/features/services/model.ts";
import {
  findObstacle,
  findService,
  nextFreeStarts,
} from "#app/features/services/queries.server.ts";
import { differenceOf, readTerms, termsOf } from "#app/features/services/terms.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, unknownOutcomeOf, type FormState } from "#app/server/http/forms.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { log } from "#app/server/log.server.ts";
import { catchUpInTurn } from "#app/features/site-publishing/published.server.ts";

export const notBooked = "It isn't booked yet. Please try again in a moment.";

type Asked = {
  request: Request;
  service: Service;
  start: Date;
  zone: string | null;
  proof: string | null;
  /** Makes the page show the service as it is now. */
  show: (current: Service) => void;
};

export async function answerBooking({ request, service, start, zone, proof, show }: Asked) {
  const posted = await parseForm(
    request,
    bookingSchema({ comesToYou: service.place === "client" }),
  );
  if (!posted.ok) return posted.reply;
  const { value, values } = posted;
  const answer = (state: Partial<BookingState>, status: number, headers?: HeadersInit) =>
    data<BookingState>({ ok: false, values, ...state }, { status, ...(headers && { headers }) });
  // Our own form sends a key; without one nothing counts as a repetition.
  const key = guardOf(values).key || randomUUID();
  const network = networkMark(clientInfoOf(request).ip);
  const terms = readTerms(values.terms);
  const booking = { service, terms, start, zone, proof, key, network, ...value };
  try {
    booking.key = await openKey(getDb(), booking);
    const submission = {
      request,
      form: "booking",
      kind: "page",
      raw: { ...values, form_key: booking.key },
      value: { ...value, service: service.id, start },
    } as const;
    // Only a visitor who reads that mailbox may see the emailed link.
    const isReader = await isProven(getDb(), booking);
    await freshenCalendars(getDb(), new Date());
    const result = await inDiaryTurn(() => submit(submission, booking));
    if (result.is === "limited")
      return answer({ message: tooManyForms }, 429, { "Retry-After": String(result.seconds) });
    const entry = result.is === "stored" ? result.result : await findBooking(getDb(), booking);
    const token = entry?.pageToken ?? (isReader && entry?.token);
    if (!token) return answer({ message: "This is booked already: see your email." }, 409);
    return redirect(`${href("/appointments/:token", { token })}?booked`, 303);
  } catch (error) {
    if (error instanceof Refused) {
      const refusal = answerRefusal(error.reason, booking, show);
      return answer(await refusal.catch(() => ({ message: sentences[error.reason] })), 409);
    }
    log.error({ err: error }, "appointment not booked");
    return answer({ message: notBooked, ...unknownOutcomeOf(error) }, 503);
  }
}

async function submit(submission: Submission<unknown>, booking: Booking) {
  // Refuses most of many simultaneous requests at a tenth of a transaction's cost.
  const { service, terms, start } = booking;
  // A page of another release has shown terms that this one can't compare.
  const isForeign = !terms && Boolean(submission.raw.terms);
  if (isForeign && !(await findBooking(getDb(), booking))) throw new Refused("changed");
  // If terms differ, the form or this process has old prices: the transaction reads them.
  const isOld = terms && differenceOf(terms, termsOf(service));
  const obstacle = isOld ? null : await findObstacle(getDb(), service, start, new Date());
  if (obstacle && !(await findBooking(getDb(), booking))) throw new Refused(obstacle);
  return receiveSubmission(getDb(), submission, async (tx, _, info) => {
    const booked = await bookAppointment(tx, booking, info);
    if (!booked.ok) throw new Refused(booked.reason);
    return booked.entry;
  });
}

const tooManyForms = "Too many messages in a short time. Please wait a little and send it again.";

type Refusal = Extract<BookingResult, { ok: false }>["reason"];

export type BookingState = FormState & {
  instead?: Date[];
  /** The page now shows other terms than the form that was sent. */
  isChanged?: true;
  /** Can't be booked online: the page says how to ask. */
  asks?: true;
};

/** Rolls the transaction back, so that the same form can be sent again. */
class Refused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super("The time could not be booked.");
    this.reason = reason;
  }
}

const sentences: Record<Refusal, string> = {
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

async function answerRefusal(
  reason: Refusal,
  { service, terms, start }: Booking,
  show: (current: Service) => void,
): Promise<Partial<BookingState>> {
  const message = sentences[reason];
  if (reason === "changed") {
    await catchUpInTurn(getDb());
    const current = await findService(getDb(), service.category, service.slug);
    if (current) show(current);
    const difference = terms && current && differenceOf(terms, termsOf(current));
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
