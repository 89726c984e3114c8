import { timesInZones } from "#app/features/services/times.ts";
import type { PublicAppointment } from "#app/features/diary/public-appointment.ts";
import { placeFor, priceFor } from "#app/features/diary/public-wording.ts";

/** What, when, where and for how much. */
export function AppointmentFacts({ appointment }: { appointment: PublicAppointment }) {
  const { title, startsAt, endsAt, zone, clientName, student, note } = appointment;
  const facts: [string, string | null][] = [
    ["What", title],
    ["When", timesInZones(startsAt, endsAt, zone).ranges.join("\n")],
    ["Where", placeFor(appointment)],
    ["Price", priceFor(appointment)],
    ["For", [student, clientName].filter(Boolean).join(", booked by ")],
    ["Your note", note],
  ];
  return (
    <dl className="mt-8 border-t-2 border-brass">
      {facts.map(([term, fact]) =>
        fact ? (
          <div
            key={term}
            className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[7rem_1fr]"
          >
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold whitespace-pre-line wrap-anywhere">
              {isLink(fact) ? (
                <a className="link" href={fact} target="_top" rel="noreferrer">
                  {fact}
                </a>
              ) : (
                fact
              )}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

const isLink = (text: string) => /^https:\/\/\S+$/.test(text) && URL.canParse(text);
