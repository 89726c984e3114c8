import { href, Link } from "react-router";
import { ChevronRight } from "#app/ui/icons.gen.tsx";
import {
  countActiveAdministrators,
  listRecentlyAccepted,
  getRevenue,
  getPreviousVisit,
  type Revenue,
} from "#app/features/dashboard/queries.server.ts";
import { getOverdue } from "#app/features/dashboard/money-tasks.server.ts";
import { getTasks } from "#app/features/dashboard/tasks.server.ts";
import { Cards, RecentQuotes, RevenueChart, SiteNotes } from "./parts.tsx";
import { getSetupProgress } from "#app/routes/admin/start/load.server.ts";
import { getSiteNotes } from "#app/features/site-content/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { CurrentDay } from "#app/ui/admin/when.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { isOwner, mayUse } from "#app/features/auth/model.ts";
import { useAccess } from "#app/ui/admin/access.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { orNull } from "#app/server/log.server.ts";
import { ExamDayLink, Today } from "./today.tsx";
import type { Route } from "./+types/route";
import { taskRules } from "./task-rules.server.ts";

export const handle = { title: "Dashboard" };

/** Each part loads by itself, so that one failure leaves the others. */
export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const now = new Date();
  const since = await orNull(getPreviousVisit(db, by, now));
  const readsMoney = mayUse(by.role, href("/admin/money"));
  return {
    email: by.email,
    since,
    overdue: readsMoney ? await orNull(getOverdue(db, by, now)) : null,
    tasks: await orNull(getTasks(db, by, { since, now, rules: taskRules })),
    setup: isOwner(by) ? await orNull(getSetupProgress(db, by, now)) : null,
    site: isOwner(by) ? await orNull(getSiteNotes(db, by, now)) : null,
    figures: readsMoney
      ? {
          revenue: await orNull(getRevenue(db, by, now)),
          activeUsers: await orNull(countActiveAdministrators(db, by, now)),
          recent: await orNull(listRecentlyAccepted(db, by)),
        }
      : null,
  };
}

const dashboard = href("/admin");

const quickActions = [
  { name: "Review pending quotes", to: `${href("/admin/quotes")}?show=pending` },
  { name: "Manage AMEB bookings", to: href("/admin/ameb-bookings") },
  { name: "Edit email templates", to: href("/admin/email-templates") },
];

type Progress = { settled: number; left: number | null };

function setupLabel({ settled, left }: Progress): string {
  if (left !== null) return "Ready to go live?";
  return settled === 0 ? "Set up your site" : "Go on setting up your site";
}

export default function Dashboard({
  loaderData: { email, since, tasks, overdue, setup, site, figures },
}: Route.ComponentProps) {
  const { mayOpen } = useAccess();
  return (
    <div className="grid gap-x-10 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <h1 className="no-print -mb-10 font-sans text-base text-soft wrap-anywhere xl:col-span-2">
        Welcome, {email}
      </h1>
      <section className="min-w-0">
        <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
          <h2 className="display-2">Today</h2>
          <p className="text-soft">
            <CurrentDay />
          </p>
          <button
            type="button"
            className="link min-h-11 cursor-pointer text-base"
            onClick={() => print()}
          >
            Print
          </button>
          {tasks && <ExamDayLink tasks={tasks} />}
        </div>
        {setup && (
          <p className="no-print mb-4">
            <Link className="link tall font-semibold" to={href("/admin/start")}>
              {setupLabel(setup)}
            </Link>{" "}
            <span className="text-soft">
              {setup.left === null
                ? `${setup.settled} of ${setup.all} steps`
                : `${setup.left} to settle`}
            </span>
          </p>
        )}
        {tasks ? (
          <Today tasks={tasks} overdue={overdue} since={since} />
        ) : (
          <LoadFailed href={dashboard}>Failed to load what needs doing.</LoadFailed>
        )}
        <div className="no-print">{site && <SiteNotes {...site} />}</div>
      </section>
      {figures && <RecentlyAccepted recent={figures.recent} />}
      <div className="no-print flex min-w-0 flex-col gap-10 xl:border-l xl:border-line xl:pl-8">
        {figures && <Figures {...figures} />}
        <section>
          <h2 className="display-3 mb-1">Quick Actions</h2>
          <ul>
            {quickActions
              .filter(({ to }) => mayOpen(to))
              .map(({ name, to }) => (
                <li key={to} className="border-b border-line">
                  <Link className="flex min-h-11 items-center hover:text-accent" to={to}>
                    <span className="grow">{name}</span>
                    <ChevronRight size={16} className="text-soft" />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

type Recent = Awaited<ReturnType<typeof listRecentlyAccepted>> | null;

function RecentlyAccepted({ recent }: { recent: Recent }) {
  return (
    <section className="no-print min-w-0 xl:col-span-2 xl:row-start-3">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-4">
        <h2 className="display-3">Recent Accepted Quotes</h2>
        <Link className="link py-2" to={href("/admin/quotes")}>
          View All Quotes
        </Link>
      </div>
      {recent === null && <LoadFailed href={dashboard}>Failed to load recent quotes.</LoadFailed>}
      {recent?.length === 0 && <EmptyList>No accepted quotes found yet.</EmptyList>}
      {recent && recent.length > 0 && <RecentQuotes quotes={recent} />}
    </section>
  );
}

type FiguresProps = { revenue: Revenue | null; activeUsers: number | null };

function Figures({ revenue, activeUsers }: FiguresProps) {
  return (
    <>
      <Cards revenue={revenue} activeUsers={activeUsers} />
      <section>
        <h2 className="display-3 mb-3">Revenue by month</h2>
        {revenue ? (
          <RevenueChart months={revenue.months} />
        ) : (
          <LoadFailed href={dashboard}>Failed to load revenue data.</LoadFailed>
        )}
      </section>
    </>
  );
}
