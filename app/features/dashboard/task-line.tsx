import type { ReactNode } from "react";
import { href, Link, useFetcher } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { unbroken } from "#app/values/unbroken.ts";
import type { Task, TaskKind } from "./model.ts";

const actionClass = "link relative z-1 cursor-pointer whitespace-nowrap";

const lineClass = "relative border-t border-line py-2 hover:bg-raised md:first:border-t-0";
const pairClass = "flex items-baseline justify-between gap-x-4";

const kinds: Record<TaskKind, string> = {
  today: "Diary",
  links: "No link yet",
  requests: "Request",
  clashes: "Clash",
  calendars: "Calendar",
  messages: "Enquiry",
  bookings: "Exam enquiry",
  emails: "Not delivered",
  accepted: "Accepted",
  drafts: "Draft",
  waiting: "Waiting",
  expired: "Expired",
  sessions: "Not invoiced",
  refunds: "Refund",
  reminders: "Reminder",
  disputes: "Dispute",
  invoices: "Invoice draft",
  exams: "Exam",
  events: "Event",
};

export function TaskLine({ kind, task }: { kind: TaskKind; task: Task }) {
  const { id, who, what, when, urgent, isAhead, isNew } = task;
  return (
    <li className={lineClass}>
      <div className={pairClass}>
        <p className="font-semibold wrap-anywhere">
          {isNew && <NewDot />}
          <Link to={pageOf(kind, id)} className="after:absolute after:inset-0 hover:text-accent">
            {who}
          </Link>
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
              {kinds[kind]}
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

function pageOf(kind: TaskKind, id: string): string {
  switch (kind) {
    case "today":
    case "links":
    case "requests":
    case "clashes":
    case "sessions":
      return href("/admin/diary/:id", { id });
    case "calendars":
      return href("/admin/calendar");
    case "messages":
      return href("/admin/inbox/:id", { id });
    case "bookings":
    case "exams":
      return href("/admin/ameb-bookings/:id", { id });
    case "refunds":
    case "reminders":
    case "disputes":
    case "invoices":
      return href("/admin/money/invoices/:id", { id });
    case "emails":
      return href("/admin/sent-mail/:id", { id });
    default:
      return href("/admin/quotes/:id", { id });
  }
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
        <Press to={href("/admin/sent-mail/:id", { id })} intent="send">
          Send again{whom}
        </Press>
      );
    case "sessions":
      return (
        <Press to={href("/admin/diary/:id", { id })} intent="invoice">
          Invoice{whom}
        </Press>
      );
    case "reminders":
      return <SendReminders invoices={invoices!}>Send anyway{whom}</SendReminders>;
    case "requests":
      return (
        <Link to={href("/admin/diary/:id", { id })} className={actionClass}>
          Answer<span className="sr-only"> {who}</span>
        </Link>
      );
    case "expired":
      return (
        <Link to={href("/admin/quotes/:id/edit", { id })} className={actionClass}>
          Renew<span className="sr-only"> ({who})</span>
        </Link>
      );
    default:
      return null;
  }
}

type PressProps = { to: string; intent: string; children: ReactNode };

/** Without scripts it opens the page that did it. */
function Press({ to, intent, children }: PressProps) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={to}>
      <button
        type="submit"
        name="intent"
        value={intent}
        className={actionClass}
        disabled={fetcher.state !== "idle"}
      >
        {children}
      </button>
    </fetcher.Form>
  );
}

type SendRemindersProps = { invoices: readonly string[]; children: ReactNode };

/** Without scripts it opens the first invoice, which says what was done. */
export function SendReminders({ invoices, children }: SendRemindersProps) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form
      method="post"
      action={href("/admin/money/invoices/:id", { id: invoices[0]! })}
      className="shrink-0"
    >
      {invoices.map((id) => (
        <input key={id} type="hidden" name="invoice" value={id} />
      ))}
      <button
        type="submit"
        name="intent"
        value="send-reminder"
        className={actionClass}
        disabled={fetcher.state !== "idle"}
      >
        {children}
      </button>
    </fetcher.Form>
  );
}
