import { href, Link, useFetcher } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { Task, TaskKind } from "./model.ts";

const actionClass =
  "link inline-flex min-h-9 max-md:min-h-11 cursor-pointer items-center whitespace-nowrap";

const lineClass = [
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line pt-1 pb-2.5 md:py-1",
  "md:grid-cols-[11rem_minmax(0,1fr)_10.5rem_5rem]",
].join(" ");

/** On a phone the time stands beside what it is about where both fit, else below. */
const whatClass = [
  "order-last col-span-2 flex min-w-0 flex-wrap justify-between gap-x-4 text-base",
  "md:order-none md:col-span-1 md:block",
].join(" ");

/** One line: who, what, when, and what to do. */
export function TaskLine({ kind, task }: { kind: TaskKind; task: Task }) {
  const { id, who, what, when, urgent, isNew } = task;
  return (
    <li className={lineClass}>
      <p className="font-semibold wrap-anywhere">
        {isNew && <NewDot />}
        <Link to={pageOf(kind, id)} className="hover:text-accent max-md:inline-block max-md:py-2.5">
          {who}
        </Link>
      </p>
      <p className={whatClass}>
        <span className="line-clamp-1 text-soft wrap-anywhere md:line-clamp-2">{what}</span>
        <span className="whitespace-nowrap text-soft md:hidden">
          <TaskTime when={when} />
        </span>
        {urgent && <span className="block w-full font-semibold text-danger">{urgent}</span>}
      </p>
      <p className="hidden text-base whitespace-nowrap text-soft md:block">
        <TaskTime when={when} />
      </p>
      <div className="row-span-1 text-right">
        <TaskAction kind={kind} id={id} who={who} />
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
    </>
  );
}

function pageOf(kind: TaskKind, id: string): string {
  switch (kind) {
    case "today":
    case "requests":
    case "clashes":
      return href("/admin/diary/:id", { id });
    case "calendars":
      return href("/admin/calendar");
    case "messages":
      return href("/admin/inbox/:id", { id });
    case "bookings":
    case "exams":
      return href("/admin/ameb-bookings/:id", { id });
    case "invoices":
      return href("/admin/money/invoices/:id", { id });
    case "emails":
      return href("/admin/sent-mail/:id", { id });
    default:
      return href("/admin/quotes/:id", { id });
  }
}

function TaskAction({ kind, id, who }: { kind: TaskKind; id: string; who: string }) {
  const whom = <span className="sr-only"> to {who}</span>;
  const whose = <span className="sr-only"> ({who})</span>;
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
      return <SendAgain id={id} who={who} />;
    case "expired":
      return (
        <Link to={href("/admin/quotes/:id/edit", { id })} className={actionClass}>
          Renew{whose}
        </Link>
      );
    default:
      return (
        <Link to={pageOf(kind, id)} className={actionClass}>
          Open{whose}
        </Link>
      );
  }
}

function SendAgain({ id, who }: { id: string; who: string }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={href("/admin/sent-mail/:id", { id })}>
      <button type="submit" className={actionClass} disabled={fetcher.state !== "idle"}>
        Send again<span className="sr-only"> to {who}</span>
      </button>
    </fetcher.Form>
  );
}
