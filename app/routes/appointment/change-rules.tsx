import { href } from "react-router";
import { content } from "#app/content/content.ts";
import type { PublicAppointment } from "#app/features/diary/public-appointment.ts";
import { closedSentence, momentIn } from "#app/features/diary/public-wording.ts";

/** How the client changes it: online until the notice, by phone afterwards. */
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
          <a className="button" href={href("/appointments/:token/move", { token })}>
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

export function CallInstead({
  appointment,
}: {
  appointment: Pick<PublicAppointment, "changeNotice">;
}) {
  const { whatsapp } = content().site;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        {closedSentence(appointment)}{" "}
        <a className="link" href={`tel:${whatsapp.label.replace(/[^+\d]/g, "")}`} target="_top">
          {whatsapp.label}
        </a>
        .
      </p>
    </section>
  );
}
