import { Form, href } from "react-router";
import { RecordLink } from "#app/ui/admin/access.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { ReminderIntent, ReminderStatus } from "./model.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";

type StatusProps = {
  status: ReminderStatus | null;
  /** Due, but waits for the owner to check her account or what became of the booking. */
  held?: HeldProps | undefined;
  /** The client was not sent what the reminder is about. */
  isUnsent?: boolean;
};

export function RemindersAhead({ status, held, isUnsent = false }: StatusProps) {
  if (!status && !held) return null;
  const paused = status?.paused ?? false;
  const intent: ReminderIntent = paused ? "resume-reminders" : "pause-reminders";
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
          <SubmitButton
            name="intent"
            value="send-reminder"
            loading="Sending the reminder..."
            className="link min-h-11 cursor-pointer"
          >
            Send Anyway
          </SubmitButton>
        )}
        <SubmitButton
          name="intent"
          value={intent}
          loading={paused ? "Resuming reminders..." : "Pausing reminders..."}
          className="link min-h-11 cursor-pointer"
        >
          {paused ? "Resume Reminders" : "Pause Reminders"}
        </SubmitButton>
      </Form>
    </section>
  );
}

type HeldProps = { isTomorrow: boolean; isCalledOff: boolean };

function Held({ isTomorrow, isCalledOff }: HeldProps) {
  if (isCalledOff) return "What it's for is cancelled, so a reminder waits for your word.";
  if (isTomorrow) return "A reminder goes out tomorrow morning.";
  return (
    <>
      A reminder waits for{" "}
      <RecordLink to={href("/admin/money/import")} className="link">
        your bank statement
      </RecordLink>
      .
    </>
  );
}
