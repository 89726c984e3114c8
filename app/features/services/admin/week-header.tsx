import { href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import type { HoursState, ListedWeek, ShownWeek } from "./hours-state.ts";

const weekPage = (week: string) => `${href("/admin/hours")}?${new URLSearchParams({ week })}`;

const tabClass =
  "border-b-2 border-transparent py-2 aria-[current]:border-brass aria-[current]:font-semibold";

type WeekHeaderProps = {
  week: ShownWeek;
  weeks: readonly ListedWeek[];
  isNew: boolean;
  /** The hours that were asked for are no longer there. */
  isGone: boolean;
  answer: HoursState | undefined;
};

/** The weeks there are, and what the open one is for. */
export function WeekHeader({ week, weeks, isNew, isGone, answer }: WeekHeaderProps) {
  return (
    <>
      <h2 id="week-heading" className="display-3">
        Weekly hours
      </h2>
      <nav aria-label="Weeks" className="flex flex-wrap gap-x-6 border-b border-line">
        {!weeks.some(({ isUsual }) => isUsual) && (
          <Link
            to={href("/admin/hours")}
            className={tabClass}
            aria-current={week.id === null && !isNew ? "page" : undefined}
            preventScrollReset
          >
            Usual week
          </Link>
        )}
        {weeks.map(({ id, name, isUsual }) => (
          <Link
            key={id}
            to={isUsual ? href("/admin/hours") : weekPage(id)}
            className={tabClass}
            aria-current={id === week.id ? "page" : undefined}
            preventScrollReset
          >
            {name}
          </Link>
        ))}
        <Link
          to={weekPage("new")}
          className={`${tabClass} text-accent`}
          aria-current={isNew ? "page" : undefined}
          preventScrollReset
        >
          Add other hours
        </Link>
      </nav>
      {isGone && (
        <p role="status" className="border-l-4 border-brass bg-raised p-4">
          Those hours have been removed. Here is your usual week.
        </p>
      )}
      {answer?.ok && answer.message && (
        <FormMessage key={answer.message} ok>
          {answer.message}
        </FormMessage>
      )}
      {answer?.of === "remove-week" && <FormFailure state={answer} />}
      <p className="text-soft">
        {week.isUsual
          ? "For all services, unless one has hours of its own."
          : "For one service, or for days such as holidays, which come before a service's own hours."}
      </p>
    </>
  );
}

type RemoveWeekProps = Pick<WeekHeaderProps, "week" | "weeks"> & { busy: boolean };

/** The usual week stays. */
export function RemoveWeek({ week, weeks, busy }: RemoveWeekProps) {
  const open = weeks.find(({ id }) => id === week.id);
  if (!open || open.isUsual) return null;
  return (
    <div>
      <ConfirmedAction
        id="remove-week"
        label="Remove these hours"
        className="link cursor-pointer py-2 text-danger!"
        question={`Remove the hours "${open.name}"?`}
        yes="Remove"
        values={{ intent: "remove-week", id: open.id, version: week.version }}
        busy={busy}
      >
        <p>What they were for follows your other hours again. Appointments stay booked.</p>
      </ConfirmedAction>
    </div>
  );
}
