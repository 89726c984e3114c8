import { href, Link, useFetcher } from "react-router";
import { PageLink, RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import type { ReactNode } from "react";
import { recordPages } from "#app/ui/admin/record-pages.ts";
import { useToday, When, OnDay } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import { addDays, type Day } from "#app/values/calendar.ts";
import {
  daysAhead,
  type Overdue,
  type TaskGroup,
  type TaskKind,
  type Task,
} from "#app/features/dashboard/model.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { unbroken } from "#app/values/unbroken.ts";

const diary = href("/admin/diary");
const bookings = href("/admin/ameb-bookings");
const quotes = href("/admin/quotes");
const money = href("/admin/money");

const { appointment, booking, email, invoice, message, quote } = recordPages;

/** `label` names a line where its heading is hidden; `list` has the tasks that are not shown. */
type Group = readonly [
  title: string,
  label: string,
  pageOf: (id: string) => string,
  list: string | ((today: Day) => string),
];

const groups: Record<TaskKind, Group> = {
  today: ["In your diary today", "Diary", appointment, diary],
  links: ["Sessions without a link", "No link yet", appointment, diary],
  requests: ["Requests to answer", "Request", appointment, diary],
  clashes: ["Clashes in your diary", "Clash", appointment, diary],
  calendars: ["Calendars that can't be read", "Calendar", () => href("/admin/calendar"), diary],
  messages: ["New enquiries", "Enquiry", message, href("/admin/inbox")],
  bookings: ["New AMEB enquiries", "Exam enquiry", booking, `${bookings}?status=pending`],
  emails: [
    "Emails that couldn't be delivered",
    "Not delivered",
    email,
    `${href("/admin/sent-mail")}?to=all&state=failed`,
  ],
  accepted: ["Accepted since your last visit", "Accepted", quote, quotes],
  drafts: ["Drafts you haven't sent", "Draft", quote, `${quotes}?show=drafts`],
  waiting: ["Quotes waiting for an answer", "Waiting", quote, `${quotes}?show=pending`],
  expired: ["Quotes that expired unanswered", "Expired", quote, `${quotes}?show=expired`],
  sessions: ["Done and not invoiced", "Not invoiced", appointment, diary],
  refunds: ["Refunds to explain", "Refund", invoice, `${money}?show=open`],
  reminders: [
    "Reminders waiting for your bank statement",
    "Reminder",
    invoice,
    `${money}?show=overdue`,
  ],
  disputes: ["Disputed card payments", "Dispute", invoice, `${money}?show=open`],
  invoices: ["Invoice drafts", "Invoice draft", invoice, `${money}?show=drafts`],
  exams: [
    "Exams in the next two weeks",
    "Exam",
    booking,
    (today) => `${bookings}?from=${today}&to=${addDays(today, daysAhead)}&sort=exam`,
  ],
  events: ["Events in the next two weeks", "Event", quote, `${quotes}?sort=-event`],
};

/** A page for the hall, from the evening before. */
export function ExamDayLink({ tasks }: { tasks: readonly TaskGroup[] }) {
  const tomorrow = addDays(useToday(), 1);
  const exams = tasks.find(({ kind }) => kind === "exams")?.tasks ?? [];
  if (!exams.some(({ when }) => "day" in when && when.day <= tomorrow)) return null;
  return (
    <a
      className="link no-print flex min-h-11 items-center font-semibold"
      href={href("/admin/today")}
    >
      Exam day
    </a>
  );
}

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
  const today = useToday();
  const [title, , , list] = groups[kind];
  const more = total - tasks.length;
  return (
    <section aria-labelledby={`today-${kind}`} className={groupClass}>
      <h3 id={`today-${kind}`} className={headingClass}>
        {kind === "accepted" && !since ? "Accepted this week" : title}{" "}
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
            <PageLink className="link tall" to={href("/admin/money/import")}>
              Import a statement
            </PageLink>
          </p>
          {total > 1 && (
            <SendReminders invoices={invoices}>Send all {formatCount(total)} anyway</SendReminders>
          )}
        </div>
      )}
      {more > 0 && (
        <p className="border-t border-line py-2 text-base md:col-start-2">
          <Link className="link tall" to={typeof list === "string" ? list : list(today)}>
            and {formatCount(more)} more
            <span className="sr-only">: {title.toLowerCase()}</span>
          </Link>
        </p>
      )}
    </section>
  );
}

const actionClass = "link relative z-1 cursor-pointer whitespace-nowrap";

const lineClass = "relative border-t border-line py-2 hover:bg-raised md:first:border-t-0";
const pairClass = "flex items-baseline justify-between gap-x-4";

function TaskLine({ kind, task }: { kind: TaskKind; task: Task }) {
  const { id, who, what, when, urgent, isAhead, isNew } = task;
  const [, label, pageOf] = groups[kind];
  const to = task.to ?? pageOf(id);
  return (
    <li className={lineClass}>
      <div className={pairClass}>
        <p className="font-semibold wrap-anywhere">
          {isNew && <NewDot />}
          <RecordLink to={to} className="after:absolute after:inset-0 hover:text-accent">
            {who}
          </RecordLink>
        </p>
        <p
          className={`shrink-0 text-base text-soft ${
            when.word ? "first-letter:uppercase" : "[&>time]:first-letter:uppercase"
          }`}
        >
          <TaskTime when={when} />
        </p>
      </div>
      <div className={`${pairClass} text-base`}>
        <div className="min-w-0 md:flex md:gap-x-3">
          <p className="line-clamp-2 text-soft wrap-anywhere md:line-clamp-1">
            <span aria-hidden="true" className="text-ink md:hidden">
              {label}
              {what && " · "}
            </span>
            {unbroken(what)}
          </p>
          {urgent && (
            <p className={`shrink-0 font-semibold ${isAhead ? "" : "text-danger"}`}>
              {unbroken(urgent)}
            </p>
          )}
        </div>
        <TaskAction kind={kind} {...task} />
      </div>
    </li>
  );
}

function NewDot() {
  return (
    <>
      <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-accent" />
      <span className="sr-only">New: </span>
    </>
  );
}

function TaskTime({ when }: Pick<Task, "when">) {
  return (
    <>
      {when.word} {"at" in when ? <When at={when.at} /> : <OnDay day={when.day} />}
      {"isAllDay" in when && ", all day"}
    </>
  );
}

function TaskAction({ kind, id, who, invoices }: Task & { kind: TaskKind }) {
  const whom = <span className="sr-only"> to {who}</span>;
  switch (kind) {
    case "messages":
    case "bookings":
      return (
        <ComposeButton
          kind={kind === "messages" ? "inbox" : "ameb-bookings"}
          id={id}
          shortcut="r"
          className={actionClass}
        >
          Reply{whom}
        </ComposeButton>
      );
    case "waiting":
      return (
        <ComposeButton kind="quotes" id={id} className={actionClass}>
          Write{whom}
        </ComposeButton>
      );
    case "emails":
      return (
        <Press to={email(id)} intent="send" loading="Sending email...">
          Send again{whom}
        </Press>
      );
    case "sessions":
      return (
        <Press to={appointment(id)} intent="invoice" loading="Invoicing...">
          Invoice{whom}
        </Press>
      );
    case "reminders":
      return <SendReminders invoices={invoices!}>Send anyway{whom}</SendReminders>;
    case "requests":
      return <Answer to={appointment(id)} who={who} />;
    case "expired":
      return (
        <PageLink to={href("/admin/quotes/:id/edit", { id })} className={actionClass}>
          Renew<span className="sr-only"> ({who})</span>
        </PageLink>
      );
    default:
      return null;
  }
}

function Answer({ to, who }: { to: string; who: string }) {
  if (!useAccess().mayChange) return null;
  return (
    <Link to={to} className={actionClass}>
      Answer<span className="sr-only"> {who}</span>
    </Link>
  );
}

type PressProps = {
  to: string;
  intent: string;
  invoices?: readonly string[];
  loading?: string;
  children: ReactNode;
};

/** Without scripts it opens the page that did it. */
function Press({ to, intent, invoices, loading, children }: PressProps) {
  const fetcher = useFetcher();
  if (!useAccess().mayChange) return null;
  return (
    <fetcher.Form method="post" action={to} className={invoices && "shrink-0"}>
      {invoices?.map((id) => (
        <input key={id} type="hidden" name="invoice" value={id} />
      ))}
      <button
        type="submit"
        name="intent"
        value={intent}
        data-loading={loading}
        className={actionClass}
        disabled={fetcher.state !== "idle"}
      >
        {children}
      </button>
    </fetcher.Form>
  );
}

type SendRemindersProps = { invoices: readonly string[]; children: ReactNode };

const SendReminders = ({ invoices, children }: SendRemindersProps) => (
  <Press
    to={invoice(invoices[0]!)}
    intent="send-reminder"
    invoices={invoices}
    loading="Sending the reminder..."
  >
    {children}
  </Press>
);
