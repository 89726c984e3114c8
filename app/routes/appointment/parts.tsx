import { href } from "react-router";
import {
  type PublicAppointment,
  clientRefusals,
  appointmentNotFoundMessage,
  closedSentence,
  momentIn,
  placeFor,
  priceFor,
} from "#app/features/diary/public-wording.ts";
import { withLength } from "#app/features/services/labels.ts";
import { rangeIn, timesInZones } from "#app/features/services/times.ts";
import { MyEmail, CallMe } from "#app/ui/my-email.tsx";
import { PageMessage } from "#app/ui/page-message.tsx";
import { longDay } from "#app/values/calendar.ts";
import { parsedUrl } from "#app/values/older-browsers.ts";
import { unbroken, unbrokenEnds } from "#app/values/unbroken.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import type { Unavailable } from "#app/routes/book/load.server.ts";

export function MissingAppointment({
  state,
  what = "appointment",
}: Unavailable & { what?: string }) {
  const isUnknown = state === "not-found";
  return (
    <PageMessage
      narrow
      heading={isUnknown ? `I can't find that ${what}` : "This isn't working right now"}
      message={isUnknown ? appointmentNotFoundMessage : "Please try again in a moment."}
    >
      <p>
        Any questions? Email <MyEmail />.
      </p>
    </PageMessage>
  );
}

export function AppointedTime({
  appointment,
  isHeadline,
}: {
  appointment: PublicAppointment;
  isHeadline: boolean;
}) {
  const { startsAt, endsAt, zone } = appointment;
  const [, inMelbourne] = timesInZones(startsAt, endsAt, zone).ranges;
  return (
    <p className={`font-display ${isHeadline ? "mt-4" : "mt-8"}`}>
      <span
        className={`${isHeadline ? "display-2" : "display-3"} block leading-tight text-balance`}
      >
        {unbroken(longDay(zonedDay(startsAt, zone)))}
      </span>
      <span className="display-3 mt-1 block text-balance">
        {unbroken(rangeIn(startsAt, endsAt, zone))}
      </span>
      {inMelbourne && (
        <span className="mt-2 block font-sans text-soft">{unbroken(inMelbourne)}</span>
      )}
    </p>
  );
}

export function AppointmentFacts({
  appointment,
  isTimeSaid = false,
}: {
  appointment: PublicAppointment;
  /** Whether the page already shows day and time above. */
  isTimeSaid?: boolean;
}) {
  const { title, startsAt, endsAt, place, zone, clientName, student, note } = appointment;
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  const facts: [string, string | null][] = [
    ["What", unbrokenEnds(withLength(title, minutes))],
    [
      "When",
      isTimeSaid ? null : unbrokenEnds(timesInZones(startsAt, endsAt, zone).ranges.join("\n")),
    ],
    ["Where", placeFor(appointment)],
    ["Price", appointment.credit ?? priceFor(appointment)],
    ["For", [student, clientName].filter(Boolean).join(", booked by ")],
    ["Your note", note],
  ];
  return (
    <dl className="mt-8 border-t-2 border-brass">
      {facts.map(([term, fact]) =>
        fact ? (
          <div
            key={term}
            className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-b border-line py-3 sm:grid-cols-[7rem_1fr]"
          >
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold whitespace-pre-line wrap-anywhere">
              {term === "Where" && place !== "client" ? <WithLinks text={fact} /> : fact}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Only for the owner's text, such as how to join online; never for a visitor's. */
function WithLinks({ text }: { text: string }) {
  return text.split(link).map((part) =>
    isLink(part) ? (
      <a key={part} className="link tall" href={part} target="_top" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

const link = /(\bhttps:\/\/\S*[^\s.,;:!?)])/;

const isLink = (text: string) => link.test(text) && parsedUrl(text) !== null;

/** Online until the notice period, by phone afterwards. */
export function ChangeRules({
  appointment,
  token,
}: {
  appointment: PublicAppointment;
  token: string;
}) {
  const { canCancel, canMove, changesUntil, zone } = appointment;
  if (!canCancel) return <CallInstead appointment={appointment} />;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        You can {canMove ? "move or cancel" : "cancel"} it here until {momentIn(zone, changesUntil)}
        .
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {canMove && (
          <a className="button quiet" href={href("/appointments/:token/move", { token })}>
            Move it
          </a>
        )}
        <a className="button quiet" href={href("/appointments/:token/cancel", { token })}>
          Cancel it
        </a>
      </p>
    </section>
  );
}

/** Only for late appointments: nothing more can be done about the others. */
export function CallInstead({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.isLate) return null;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        {closedSentence(appointment)} <CallMe />.
      </p>
    </section>
  );
}

export function WhyNotMoved({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.canCancel) return <CallInstead appointment={appointment} />;
  return <p className="measure mt-6">{clientRefusals["by-owner"]}</p>;
}
