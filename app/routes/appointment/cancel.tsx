import { href } from "react-router";
import * as z from "zod/mini";
import { cancelAppointment } from "#app/features/appointments/changes.server.tsx";
import { asClient } from "#app/features/diary/model.ts";
import { shownVersion } from "#app/features/diary/schema.ts";
import { inDiaryTurn } from "#app/features/diary/entries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { TextField } from "#app/ui/fields.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { longText } from "#app/values/rules.ts";
import type { Route } from "./+types/cancel";
import { answerAppointment, loadAppointment } from "./load.server.ts";
import { AppointmentFacts, CallInstead, clientRefusals, MissingAppointment } from "./parts.tsx";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Cancel your appointment");

export function loader({ params: { token } }: Route.LoaderArgs) {
  return loadAppointment(token, ({ appointment }) => ({ appointment, token }));
}

const reasonMost = 500;

const cancelSchema = z.object({
  reason: longText({ max: [reasonMost, `Please keep it under ${reasonMost} characters`] }),
  version: shownVersion,
});

export async function action({ request, params: { token } }: Route.ActionArgs) {
  const form = await parseForm(request, cancelSchema);
  if (!form.ok) return form.reply;
  return answerAppointment(
    "It isn't cancelled yet. Please try again in a moment.",
    async () => {
      const result = await inDiaryTurn(() =>
        cancelAppointment(getDb(), asClient, { token, ...form.value }),
      );
      if (result.ok) return `${href("/appointments/:token", { token })}?cancelled`;
      if (result.reason === "not-found") return { status: 404 };
      // The page shows the current state and whom to call.
      if (result.reason === "closed") return { status: 409 };
      return { message: clientRefusals[result.reason], status: 409 };
    },
    form.values,
  );
}

export default function CancelPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} />;
  const { appointment, token } = loaderData;
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      <h1 className="display-2">
        {appointment.canCancel ? "Cancel this appointment?" : "This can't be cancelled here"}
      </h1>
      <div className="mt-4">
        <FormFailure state={actionData} />
      </div>
      <AppointmentFacts appointment={appointment} />
      {appointment.canCancel ? (
        <form method="post" className="mt-6 flex flex-col items-start gap-4">
          <input type="hidden" name="version" value={appointment.version} />
          <div className="w-full">
            <TextField
              name="reason"
              label="Anything I should know?"
              optional
              rows={3}
              maxLength={reasonMost}
              defaultValue={actionData?.values?.reason}
              error={actionData?.errors?.reason}
            />
          </div>
          <button type="submit" className="button">
            Cancel appointment
          </button>
        </form>
      ) : (
        <CallInstead appointment={appointment} />
      )}
      <p className="mt-5">
        <a className="link tall" href={href("/appointments/:token", { token })}>
          {appointment.canCancel ? "Keep your appointment" : "Back to your appointment"}
        </a>
      </p>
    </main>
  );
}
