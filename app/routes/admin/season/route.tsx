import { Form, href } from "react-router";
import { PageLink, RecordLink } from "#app/ui/admin/access.tsx";
import { optionsOf } from "#app/features/ameb/places.ts";
import { readSeason, type SeasonItem } from "#app/features/ameb/season.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import {
  addDays,
  type Day,
  daysBetween,
  melbourneZone,
  shortDay,
  wallTime,
} from "#app/values/calendar.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import { hourName } from "#app/routes/admin/diary/week.tsx";
import { grouped } from "#app/values/older-browsers.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/route";

export const handle = { title: "Exam season" };

export function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const id = new URL(request.url).searchParams.get("session");
  return load("Failed to load the exam season.", () => readSeason(getDb(), by, id));
}

export default function Season({ loaderData }: Route.ComponentProps) {
  const { sessions, session, days, today } = loaderData;
  const isExamDay = days.some(({ day }) => day === today || day === addDays(today, 1));
  return (
    <div className="season">
      <BackLink to={href("/admin/ameb-bookings")}>Back to AMEB Bookings</BackLink>
      <PageHead title={session ? `Exam season: ${session.name}` : "Exam season"}>
        {isExamDay && (
          <a className="link tall" href={href("/admin/today")}>
            Exam day
          </a>
        )}
        <PageLink className="link tall" to={href("/admin/season/setup")}>
          Sessions and venues
        </PageLink>
      </PageHead>
      {sessions.length > 1 && (
        <Form className="no-print mb-6 flex flex-wrap items-end gap-3">
          <SelectField
            key={session?.id}
            name="session"
            label="Session"
            defaultValue={session?.id}
            options={optionsOf(sessions, "Now or next")}
          />
          <button className="button quiet">Show</button>
        </Form>
      )}
      <SeasonBoard season={loaderData} />
    </div>
  );
}

type SeasonData = Awaited<ReturnType<typeof readSeason>>;
type SeasonDay = SeasonData["days"][number];

const hourOf = ({ stop }: SeasonItem) => stop && Number(wallTime(stop.startsAt).slice(11, 13));
const weekdayOf = (day: Day) => daysBetween(mondayOf(day), day);
const inOrder = (numbers: number[]) => [...new Set(numbers)].toSorted((one, two) => one - two);

/** Each week has a column a day and a row an hour, as far as they are used; a list on a phone. */
export function SeasonBoard({ season: { days, undated, today } }: { season: SeasonData }) {
  const weeks = [...grouped(days, ({ day }) => mondayOf(day)).entries()];
  const weekdays = inOrder(days.map(({ day }) => weekdayOf(day)));
  return (
    <div className="flex flex-col gap-6 print:gap-0 print:text-[5.5pt] print:leading-none">
      {undated.length > 0 && (
        <section aria-labelledby="undated" className="bg-raised p-4 print:p-1">
          <h2 id="undated" className="font-sans font-semibold tracking-normal">
            Waiting for a date, with the days since they wrote
          </h2>
          <ul className="gap-x-8 md:columns-3 print:columns-6">
            {undated.map(({ id, to, who, days: silent }) => (
              <li key={id} className="break-inside-avoid">
                <ItemLink to={to}>{who}</ItemLink>{" "}
                <span className="whitespace-nowrap">{countOf(silent, "day")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {days.length === 0 && <p>Nothing has a date in these weeks yet.</p>}
      {weeks.map(([monday, some]) => (
        <SeasonWeek key={monday} days={some} weekdays={weekdays} today={today} />
      ))}
    </div>
  );
}

type WeekProps = { days: readonly SeasonDay[]; weekdays: readonly number[]; today: Day };

/** The places are figures: the CSP allows no style attributes (week.css). */
function SeasonWeek({ days, weekdays, today }: WeekProps) {
  const hours = inOrder(days.flatMap(({ items }) => items.flatMap((item) => hourOf(item) ?? [])));
  return (
    <div className={`season-week [--days:${weekdays.length}]`}>
      {hours.map((hour, row) => (
        <p key={hour} aria-hidden="true" className={`season-hour [--at-hour:${row}]`}>
          {hourName(hour)}
        </p>
      ))}
      {days.map(({ day, items }) => {
        const column = `[--at-step:${weekdays.indexOf(weekdayOf(day))}]`;
        const cells = grouped(items, hourOf);
        return (
          <section key={day} aria-label={shortDay(day, today)} className="max-lg:mb-4">
            <div className={`season-head ${column}`}>
              <h2
                className="font-sans font-semibold tracking-normal"
                aria-current={day === today ? "date" : undefined}
              >
                {shortDay(day, today)}
              </h2>
              <SeasonItems items={cells.get(null)} />
            </div>
            {hours.map((hour, row) => (
              <div key={hour} className={`season-cell ${column} [--at-hour:${row}]`}>
                <SeasonItems items={cells.get(hour)} />
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}

function SeasonItems({ items }: { items: readonly SeasonItem[] | undefined }) {
  if (!items?.length) return null;
  return (
    <ol>
      {items.map(({ id, to, who, what, notes, stop, gap }) => (
        <li key={id} className="py-1.5 wrap-anywhere lg:py-1 print:truncate print:py-0">
          {gap && (gap.needed > 0 || gap.minutes < 0) && <Gap {...gap} />}
          <span className="font-semibold tabular-nums">
            {stop ? zonedTime(stop.startsAt, melbourneZone) : "–"}
          </span>{" "}
          <ItemLink to={to}>{who}</ItemLink>{" "}
          {notes.length > 0 && (
            <span className="block font-semibold print:inline">{notes.join(" · ")}</span>
          )}{" "}
          <span className="block text-soft print:inline">{what}</span>
        </li>
      ))}
    </ol>
  );
}

const ItemLink = ({ to, children }: { to: string; children: string }) => (
  <RecordLink className="link tall print:inline print:p-0 print:no-underline" to={to}>
    {children}
  </RecordLink>
);

function Gap({ minutes, needed }: { minutes: number; needed: number }) {
  if (minutes >= needed) return <p className="text-soft print:hidden">{minutes} min between</p>;
  const short = minutes < 0 ? "At the same time" : `${minutes} min between, ${needed} needed`;
  return <p className="font-semibold text-danger">{short}</p>;
}
