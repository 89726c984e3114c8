import { Form, href, Link } from "react-router";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { ReminderStatus } from "./model.ts";
import type { reminderIntents } from "./toasts.ts";

type StatusProps = {
  status: ReminderStatus | null;
  /** One is due, and waits for the owner to look at her account, or at what has become of its booking. */
  held?: HeldProps | undefined;
  /** The client has not had what they are reminded of. */
  isUnsent?: boolean;
  busy: boolean;
};

/** When a record's client is reminded next, and whether at all. */
export function RemindersAhead({ status, held, isUnsent = false, busy }: StatusProps) {
  if (!status && !held) return null;
  const paused = status?.paused ?? false;
  const intent: (typeof reminderIntents)[number] = paused ? "resume-reminders" : "pause-reminders";
  return (
    <section
      aria-label="Reminders"
      className="no-print -mt-6 -mb-3 max-sm:-mt-4 flex flex-wrap items-center gap-x-4"
    >
      <p>
        {paused && "Reminders are paused."}
        {held && <Held {...held} />}
        {status && !paused && !held && (
          <>
            {isUnsent ? "A reminder still goes out on" : "Next reminder:"}{" "}
            <OnDay day={status.next} />
          </>
        )}
      </p>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-x-4">
        {held && (
          <button
            type="submit"
            name="intent"
            value="send-reminder"
            disabled={busy}
            className="link min-h-11 cursor-pointer"
          >
            Send Anyway
          </button>
        )}
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

type HeldProps = { isTomorrow: boolean; isCalledOff: boolean };

function Held({ isTomorrow, isCalledOff }: HeldProps) {
  if (isCalledOff) return "Its booking is cancelled, so a reminder waits for your word.";
  if (isTomorrow) return "A reminder goes out tomorrow morning.";
  return (
    <>
      A reminder waits for{" "}
      <Link to={href("/admin/money/import")} className="link">
        your bank statement
      </Link>
      .
    </>
  );
}
