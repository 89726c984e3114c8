import { withLength } from "#app/features/services/labels.ts";
import { rangeIn, timesInZones } from "#app/features/services/times.ts";
import type { PublicAppointment } from "#app/features/diary/public-appointment.ts";
import { placeFor, priceFor } from "#app/features/diary/public-wording.ts";
import { longDay } from "#app/values/calendar.ts";
import { unbroken, unbrokenEnds } from "#app/values/unbroken.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { parsedUrl } from "#app/values/older-browsers.ts";

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
