import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { allOf } from "#app/values/wording.ts";
import type { UpcomingDay } from "../upcoming.ts";
import type { ListedWeek } from "./hours-state.ts";

const reasons = { away: "You're away", changed: "Changed for this day" };

type UpcomingHoursProps = {
  days: readonly UpcomingDay[];
  today: Day;
  /** Weeks that nobody has looked at yet. */
  samples: readonly ListedWeek[];
};

/** What visitors see from today on. */
export function UpcomingHours({ days, today, samples }: UpcomingHoursProps) {
  return (
    <section aria-labelledby="upcoming-heading" className="pt-6">
      <h2 id="upcoming-heading" className="display-3 mb-3">
        The next seven days
      </h2>
      <dl className="grid border-t border-line lg:grid-cols-7 lg:gap-x-4">
        {days.map(({ day, hours, reason }) => (
          <div
            key={day}
            className="grid grid-cols-[8rem_minmax(0,1fr)] border-b border-line py-1 lg:block lg:py-2 lg:border-b-0"
          >
            <dt className="font-semibold">{day === today ? "Today" : <OnDay day={day} />}</dt>
            <dd className={hours === "closed" ? "text-soft" : ""}>
              {hours.split(", ").map((times) => (
                <span key={times} className="mr-3 inline-block">
                  {times === "closed" ? "Closed" : times}
                </span>
              ))}
              {reason && <span className="block text-base text-soft">{reasons[reason]}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-soft">
        Visitors can book whatever isn't taken yet, as long as each service's notice allows it. All
        times are Melbourne time.
      </p>
      {samples.length > 0 && (
        <p className="mt-3 border-l-4 border-brass bg-raised p-4">
          Still sample hours: {allOf(samples.map(inWords))}. Change them, or save them as they are.
        </p>
      )}
    </section>
  );
}

const inWords = ({ name, isUsual }: ListedWeek) =>
  isUsual ? "your usual week" : `those of “${name}”`;
