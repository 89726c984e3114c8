import { Form } from "react-router";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { ReminderStatus } from "./model.ts";
import type { reminderIntents } from "./toasts.ts";

type StatusProps = {
  status: ReminderStatus | null;
  /** The client has not had what they are reminded of. */
  isUnsent?: boolean;
  busy: boolean;
};

/** When a record's client is reminded next, and whether at all. */
export function RemindersAhead({ status, isUnsent = false, busy }: StatusProps) {
  if (!status) return null;
  const { next, paused } = status;
  const intent: (typeof reminderIntents)[number] = paused ? "resume-reminders" : "pause-reminders";
  return (
    <section
      aria-label="Reminders"
      className="no-print -mt-6 -mb-3 max-sm:-mt-4 flex flex-wrap items-center gap-x-4"
    >
      <p>
        {paused ? (
          "Reminders are paused."
        ) : (
          <>
            {isUnsent ? "A reminder still goes out on" : "Next reminder:"} <OnDay day={next} />
          </>
        )}
      </p>
      <Form method="post" preventScrollReset>
        <button
          type="submit"
          name="intent"
          value={intent}
          disabled={busy}
          className="link min-h-11 cursor-pointer"
        >
          {paused ? "Resume Reminders" : "Pause Reminders"}
        </button>
      </Form>
    </section>
  );
}
