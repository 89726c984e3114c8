import { href, Link } from "react-router";
import { useToday, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import { addDays, type Day } from "#app/values/calendar.ts";
import { daysAhead, type Overdue, type TaskGroup, type TaskKind } from "./model.ts";
import { SendReminders, TaskLine } from "./task-line.tsx";

const titles: Record<TaskKind, string> = {
  today: "In your diary today",
  links: "Sessions without a link",
  requests: "Requests to answer",
  clashes: "Clashes in your diary",
  calendars: "Calendars that can't be read",
  messages: "New enquiries",
  bookings: "New AMEB enquiries",
  emails: "Emails that couldn't be delivered",
  accepted: "Accepted since your last visit",
  drafts: "Drafts you haven't sent",
  waiting: "Quotes waiting for an answer",
  expired: "Quotes that expired unanswered",
  sessions: "Done and not invoiced",
  refunds: "Refunds to explain",
  reminders: "Reminders waiting for your bank statement",
  disputes: "Disputed card payments",
  invoices: "Invoice drafts",
  exams: "Exams in the next two weeks",
  events: "Events in the next two weeks",
};

type TodayProps = { tasks: readonly TaskGroup[]; overdue: Overdue | null; since: Date | null };

export function Today({ tasks, overdue, since }: TodayProps) {
  if (tasks.length === 0 && !overdue)
    return <p className="text-soft">Nothing is waiting. Go and play.</p>;
  const isAnyNew = tasks.some((group) => group.tasks.some(({ isNew }) => isNew));
  return (
    <>
      {since && isAnyNew && (
        <p className="mb-3 text-base text-soft">
          <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-accent" />
          New since your last visit, <When at={since} />
        </p>
      )}
      <div className="border-b border-line">
        {overdue && <OverdueLink {...overdue} />}
        {tasks.map((group) => (
          <Group key={group.kind} {...group} since={since} />
        ))}
      </div>
    </>
  );
}

function OverdueLink({ amount, clients, name }: Overdue) {
  return (
    <p className="border-t border-line py-2.5">
      <Link
        to={`${href("/admin/money")}?show=overdue`}
        className="link tall font-semibold text-danger!"
      >
        {formatMoney(amount)} overdue from {name ?? countOf(clients, "client")}
      </Link>
    </p>
  );
}

const groupClass =
  "md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-x-6 md:border-t md:border-line";
const headingClass = "max-md:sr-only font-sans text-base font-normal text-soft md:py-2";

function Group({ kind, tasks, total, invoices, since }: TaskGroup & { since: Date | null }) {
  const list = listOf(kind, useToday());
  const more = total - tasks.length;
  return (
    <section aria-labelledby={`today-${kind}`} className={groupClass}>
      <h3 id={`today-${kind}`} className={headingClass}>
        {kind === "accepted" && !since ? "Accepted this week" : titles[kind]}{" "}
        <span className={total === 1 ? "sr-only" : "font-semibold text-ink tabular-nums"}>
          {formatCount(total)}
        </span>
      </h3>
      <ul data-rows="">
        {tasks.map((task) => (
          <TaskLine key={task.id} kind={kind} task={task} />
        ))}
      </ul>
      {invoices && (
        <div className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2 text-base md:col-start-2">
          <p className="text-soft">
            They go out once a statement covers the due day and its lines are booked.{" "}
            <Link className="link tall" to={href("/admin/money/import")}>
              Import a statement
            </Link>
          </p>
          {total > 1 && (
            <SendReminders invoices={invoices}>Send all {formatCount(total)} anyway</SendReminders>
          )}
        </div>
      )}
      {more > 0 && (
        <p className="border-t border-line py-2 text-base md:col-start-2">
          <Link className="link tall" to={list}>
            and {formatCount(more)} more
            <span className="sr-only">: {titles[kind].toLowerCase()}</span>
          </Link>
        </p>
      )}
    </section>
  );
}

function listOf(kind: TaskKind, today: Day): string {
  switch (kind) {
    case "today":
    case "links":
    case "requests":
    case "clashes":
    case "calendars":
    case "sessions":
      return href("/admin/diary");
    case "messages":
      return href("/admin/inbox");
    case "bookings":
      return `${href("/admin/ameb-bookings")}?status=pending`;
    case "emails":
      return `${href("/admin/sent-mail")}?to=all&state=failed`;
    case "exams":
      return `${href("/admin/ameb-bookings")}?from=${today}&to=${addDays(today, daysAhead)}&sort=exam`;
    case "drafts":
      return `${href("/admin/quotes")}?show=drafts`;
    case "waiting":
      return `${href("/admin/quotes")}?show=pending`;
    case "expired":
      return `${href("/admin/quotes")}?show=expired`;
    case "reminders":
      return `${href("/admin/money")}?show=overdue`;
    case "refunds":
    case "disputes":
      return `${href("/admin/money")}?show=open`;
    case "invoices":
      return `${href("/admin/money")}?show=drafts`;
    case "accepted":
      return href("/admin/quotes");
    case "events":
      return `${href("/admin/quotes")}?sort=-event`;
  }
}
