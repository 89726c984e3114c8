import { href } from "react-router";
import { type PublicAppointment, clientRefusals } from "#app/features/diary/public-appointment.ts";
import { closedSentence, momentIn } from "#app/features/diary/public-wording.ts";
import { MyPhone } from "#app/ui/my-phone.tsx";

/** Online until the notice period, by phone afterwards. */
export function ChangeRules({
  appointment,
  token,
}: {
  appointment: PublicAppointment;
  token: string;
}) {
  const { canCancel, canMove, changesUntil, zone } = appointment;
  if (!canCancel) return <CallInstead appointment={appointment} />;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        You can {canMove ? "move or cancel" : "cancel"} it here until {momentIn(zone, changesUntil)}
        .
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {canMove && (
          <a className="button quiet" href={href("/appointments/:token/move", { token })}>
            Move it
          </a>
        )}
        <a className="button quiet" href={href("/appointments/:token/cancel", { token })}>
          Cancel it
        </a>
      </p>
    </section>
  );
}

/** Only for late appointments: nothing more can be done about the others. */
export function CallInstead({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.isLate) return null;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        {closedSentence(appointment)} <MyPhone />.
      </p>
    </section>
  );
}

export function WhyNotMoved({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.canCancel) return <CallInstead appointment={appointment} />;
  return <p className="measure mt-6">{clientRefusals["by-owner"]}</p>;
}
