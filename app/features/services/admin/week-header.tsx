import { href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import type { HoursState, ListedWeek, ShownWeek } from "./hours-state.ts";

const weekPage = (week: string) => `${href("/admin/hours")}?${new URLSearchParams({ week })}`;

type WeekHeaderProps = {
  week: ShownWeek;
  weeks: readonly ListedWeek[];
  isNew: boolean;
  /** The requested hours were removed. */
  isGone: boolean;
  answer: HoursState | undefined;
};

export function WeekHeader({ week, weeks, isNew, isGone, answer }: WeekHeaderProps) {
  const listed = weeks.map(({ id, name, isUsual }) => ({
    name,
    to: isUsual ? href("/admin/hours") : weekPage(id),
    isShown: id === week.id,
  }));
  const usual = {
    name: "Usual week",
    to: href("/admin/hours"),
    isShown: week.id === null && !isNew,
  };
  const hasUsual = weeks.some(({ isUsual }) => isUsual);
  const added = isNew ? [{ name: "Other hours", to: weekPage("new"), isShown: true }] : [];
  const tabs = [...(hasUsual ? [] : [usual]), ...listed, ...added];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="week-heading" className="display-3">
          Weekly hours
        </h2>
        {!isNew && (
          <Link to={weekPage("new")} className="link tall leading-tight" preventScrollReset>
            Add other hours
          </Link>
        )}
      </div>
      <div className="-my-3">
        <Tabs label="Weeks" tabs={tabs} preventScrollReset />
      </div>
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
          : "For one service, or for certain days such as holidays."}
      </p>
    </>
  );
}

type RemoveWeekProps = Pick<WeekHeaderProps, "week" | "weeks"> & { busy: boolean };

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
