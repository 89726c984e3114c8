import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { allOf } from "#app/values/wording.ts";
import type { UpcomingDay } from "../upcoming.ts";
import type { ListedWeek } from "./hours-state.ts";

const reasons = { away: "You're away", changed: "Changed for this day" };

const dayClass = [
  "grid grid-cols-[11rem_minmax(0,1fr)] border-b border-line py-1",
  "lg:block lg:py-2 lg:border-b-0",
].join(" ");

type UpcomingHoursProps = {
  days: readonly UpcomingDay[];
  today: Day;
  samples: readonly ListedWeek[];
};

export function UpcomingHours({ days, today, samples }: UpcomingHoursProps) {
  const isAsBefore = (index: number) =>
    days[index]!.hours === days[index - 1]?.hours &&
    days[index]!.reason === days[index - 1]?.reason &&
    // "changed" speaks of a single day.
    days[index]!.reason !== "changed";
  const lastLike = (index: number): number =>
    index + 1 < days.length && isAsBefore(index + 1) ? lastLike(index + 1) : index;
  return (
    <section aria-labelledby="upcoming-heading" className="pt-6">
      <h2 id="upcoming-heading" className="display-3 mb-3">
        The next seven days
      </h2>
      <dl className="grid border-t border-line lg:grid-cols-7 lg:gap-x-4">
        {days.map(({ day, hours, reason }, index) => (
          <div key={day} className={`${dayClass} ${isAsBefore(index) ? "max-lg:hidden" : ""}`}>
            <dt className="font-semibold">
              {day === today ? "Today" : <OnDay day={day} />}
              {lastLike(index) > index && (
                <span className="lg:hidden">
                  –<OnDay day={days[lastLike(index)]!.day} />
                </span>
              )}
            </dt>
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
