import { href, Link } from "react-router";
import { failingCalendars } from "#app/features/calendars/queries.server.ts";
import { agendaDays, diaryUrl, weekColumns } from "#app/features/diary/admin/agenda.ts";
import { isDiaryDay } from "#app/features/diary/admin/schema.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import {
  entryPage,
  listClashes,
  listRequests,
  listSuspectedBookings,
  readDiary,
} from "#app/features/diary/admin/queries.server.ts";
import { listUntimedEvents } from "#app/features/quotes/diary.server.ts";
import { openSpans } from "#app/features/services/hours.ts";
import { readHours } from "#app/features/services/queries.server.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { eachDay } from "#app/values/wall-clock.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { entryActions } from "#app/routes/admin/diary-entry/actions.server.ts";
import { orNull } from "#app/server/log.server.ts";
import {
  DiaryNav,
  AgendaDays,
  diaryLinkClass,
  NewLinks,
  SettingsLinks,
  FailingCalendars,
} from "./parts.tsx";
import { WaitingEntries } from "./waiting.tsx";
import { WeekGrid } from "./week.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Diary" };

/** In days, including the first. */
const agendaLength = 14;

/** Each part loads by itself, so that one failure leaves the others. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const now = new Date();
  const asked = new URL(request.url).searchParams;
  const today = melbourneDay(now);
  const wanted = asked.get("day") ?? "";
  const day = isDiaryDay(wanted) ? wanted : today;
  const monday = mondayOf(day);
  const week = { from: monday, until: addDays(monday, 6) };
  const range = { from: monday, until: addDays(day, agendaLength - 1) };
  const hours = await orNull(readHours(db, null, week));
  const open = [...eachDay(week.from, week.until)].map(
    (on) => [on, hours ? openSpans(on, null, hours) : []] as const,
  );
  const clashes = await orNull(listClashes(db, by, now));
  const entries = await orNull(readDiary(db, by, range, now));
  const untimed = await orNull(listUntimedEvents(db, by, range));
  return {
    now,
    today,
    day,
    week,
    isAgenda: asked.get("view") === "agenda",
    items: entries && untimed && [...untimed, ...entries],
    open: Object.fromEntries(
      open.map(([on, spans]) => [on, spans.map(({ opens, closes }) => ({ opens, closes }))]),
    ),
    requests: (await orNull(listRequests(db, by, now))) ?? [],
    suspected: (await orNull(listSuspectedBookings(db, by))) ?? [],
    clashes: clashes?.map((entry) => ({ ...entry, to: entryPage(entry) })) ?? [],
    failing: (await orNull(failingCalendars(db, now))) ?? [],
  };
}

export const action = answerForms<DiaryFormState>(entryActions);

export const clientAction = showAnswer<DiaryFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function Diary({ loaderData, actionData }: Route.ComponentProps) {
  const { now, today, day, week, isAgenda, items, open } = loaderData;
  const failure = actionData?.ok === false ? actionData.message : undefined;
  const lastDay = addDays(day, agendaLength - 1);
  const columns =
    items && weekColumns(agendaDays(items, week.from, week.until), (on) => open[on] ?? []);
  return (
    <div className="flex flex-col gap-6">
      <div className="no-print flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-3">Diary</h1>
        <NewLinks day={day === today ? null : day} />
      </div>
      {failure && <FormMessage ok={false}>{failure}</FormMessage>}
      <div className="no-print contents">
        <FailingCalendars failing={loaderData.failing} />
        <WaitingEntries {...loaderData} posted={actionData} />
        <DiaryNav
          day={day}
          today={today}
          week={week}
          agenda={{ from: day, until: lastDay }}
          isAgenda={isAgenda}
        />
      </div>
      {items === null && (
        <LoadFailed href={href("/admin/diary")}>Failed to load the diary.</LoadFailed>
      )}
      {columns && !isAgenda && (
        <div className="hidden lg:block print:hidden">
          <WeekGrid {...columns} today={today} now={now} />
        </div>
      )}
      {items && (
        <div className={isAgenda ? "" : "lg:hidden print:block"}>
          <AgendaDays days={agendaDays(items, day, lastDay)} today={today} now={now} />
          <p className="no-print mt-6">
            <Link className={diaryLinkClass} to={diaryUrl(addDays(day, agendaLength), isAgenda)}>
              Next two weeks →
            </Link>
          </p>
        </div>
      )}
      <SettingsLinks />
    </div>
  );
}
