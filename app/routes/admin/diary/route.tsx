import { href, Link, Form } from "react-router";
import { failingCalendars, type FailingCalendar } from "#app/features/calendars/queries.server.ts";
import { agendaDays, diaryUrl, entryPage, weekColumns } from "#app/features/diary/agenda.ts";
import { isDiaryDay } from "#app/features/diary/schema.ts";
import {
  type DiaryFormState,
  refusedOf,
  OverlapQuestion,
} from "#app/features/appointments/form-parts.tsx";
import {
  listClashes,
  listRequests,
  listSuspectedBookings,
  readDiary,
} from "#app/features/appointments/queries.server.ts";
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
import type { ReactNode } from "react";
import { RecordLink, PageLink } from "#app/ui/admin/access.tsx";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Begins, When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { DiaryNav, AgendaDays, diaryLinkClass, NewLinks } from "./parts.tsx";
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

type Waiting = {
  requests: readonly Entry[];
  suspected: readonly Entry[];
  clashes: readonly (Entry & { to: string })[];
  posted: DiaryFormState | undefined;
};

const smallButton = "button quiet min-h-11! px-4! py-1!";
/** The negative margin puts its label at the page's edge. */
const awayButton = `${smallButton} away md:-mr-4`;
const lineClass =
  "grid gap-x-6 gap-y-2 border-t border-line py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start";

function WaitingEntries({ requests, suspected, clashes, posted }: Waiting) {
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests" className="display-3 mb-2">
            Requests to answer <span className="text-soft">{requests.length}</span>
          </h2>
          <ul>
            {requests.map((entry) => (
              <Request key={entry.id} entry={entry} posted={posted} />
            ))}
          </ul>
        </section>
      )}
      {clashes.length > 0 && <Clashes clashes={clashes} />}
      {suspected.length > 0 && <Suspected suspected={suspected} />}
    </>
  );
}

function Summary({ entry }: { entry: Entry }) {
  const { id, clientName, clientEmail, student, title, startsAt, note } = entry;
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <Link className="link tall font-semibold" to={href("/admin/diary/:id", { id })}>
          {clientName || clientEmail || title}
        </Link>
        {student && student !== clientName && <> for {student}</>}
      </p>
      <p className="text-base">
        <When at={startsAt} />
        <span className="text-soft"> · {title}</span>
      </p>
      {note && (
        <p className="mt-1.5 border-l-2 border-line pl-3">
          <span className="line-clamp-2 text-base text-soft">{note}</span>
        </p>
      )}
    </div>
  );
}

type RequestProps = Pick<Waiting, "posted"> & { entry: Entry };

function Request({ entry, posted }: RequestProps) {
  const refused = refusedOf(posted, "confirm");
  const { id, version, clientName, clientEmail } = entry;
  const who = clientName || clientEmail || "";
  return (
    <li className={lineClass}>
      <Summary entry={entry} />
      <div className="flex flex-wrap gap-2">
        <Decision
          {...{ id, version, intent: "confirm", loading: "Confirming..." }}
          overlaps={refused?.values?.id === id ? refused.overlaps : undefined}
          className={smallButton}
        >
          Confirm<span className="sr-only"> {who}</span>
        </Decision>
        <ConfirmedAction
          id={`decline-${id}`}
          label="Decline"
          describes={who}
          className={awayButton}
          question={`Decline ${who}?`}
          yes="Decline"
          loading="Declining..."
          values={{ id, version, intent: "decline" }}
        >
          <p>They get an email, and the time is free again.</p>
        </ConfirmedAction>
      </div>
    </li>
  );
}

type DecisionProps = {
  id: string;
  version: number;
  intent: string;
  loading: string;
  overlaps?: ShownOverlaps | undefined;
  className: string;
  children: ReactNode;
};

function Decision(props: DecisionProps) {
  const { id, version, intent, loading, overlaps, className, children } = props;
  return (
    <Form method="post" data-loading={loading}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" />
      <SubmitButton className={className}>{children}</SubmitButton>
    </Form>
  );
}

function Clashes({ clashes }: Pick<Waiting, "clashes">) {
  return (
    <section aria-labelledby="clashes" className="border-l-4 border-danger bg-raised p-4">
      <h2 id="clashes" className="display-3 mb-1">
        {countOf(clashes.length, "clash", "clashes")} ahead
      </h2>
      <ul className="text-base">
        {clashes.map(({ id, startsAt, endsAt, student, clientName, title, to }) => (
          <li key={id} className="wrap-anywhere">
            <Begins startsAt={startsAt} endsAt={endsAt} />
            {" · "}
            <RecordLink className="link tall" to={to}>
              {[title, student || clientName].filter(Boolean).join(", ")}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suspected({ suspected }: Pick<Waiting, "suspected">) {
  return (
    <details className="border-y border-line py-3">
      <summary className="cursor-pointer font-semibold">
        Possible spam <span className="font-normal text-soft">{suspected.length}</span>
      </summary>
      <p className="py-2 text-base text-soft">
        These keep no time free, and nobody has been emailed. If one is real, it's booked now.
      </p>
      <ul>
        {suspected.map((entry) => {
          const { id, version, clientName, clientEmail } = entry;
          const who = <span className="sr-only"> {clientName || clientEmail}</span>;
          return (
            <li key={id} className={lineClass}>
              <div className="min-w-0">
                <Summary entry={entry} />
                <p className="text-base text-soft wrap-anywhere">{clientEmail}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Decision
                  {...{ id, version, intent: "release", loading: "Booking..." }}
                  className={smallButton}
                >
                  It's real{who}
                </Decision>
                <Decision
                  {...{ id, version, intent: "dismiss", loading: "Deleting..." }}
                  className={awayButton}
                >
                  Delete{who}
                </Decision>
              </div>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function SettingsLinks() {
  return (
    <p className="no-print flex flex-wrap gap-x-6 text-base">
      <PageLink className={diaryLinkClass} to={href("/admin/hours")}>
        Your hours
      </PageLink>
      <PageLink className={diaryLinkClass} to={href("/admin/calendar")}>
        Your other calendars
      </PageLink>
    </p>
  );
}

function FailingCalendars({ failing }: { failing: readonly FailingCalendar[] }) {
  if (failing.length === 0) return null;
  return (
    <div role="status" className="border-l-4 border-danger bg-raised p-4">
      {failing.map(({ id, name, since, error }) => (
        <p key={id} className="wrap-anywhere">
          <RecordLink className="link font-semibold" to={href("/admin/calendar")}>
            {name}
          </RecordLink>{" "}
          can't be read since <When at={since} />, so times when you're busy there may be offered.{" "}
          <span className="text-soft">{error}</span>
        </p>
      ))}
    </div>
  );
}
