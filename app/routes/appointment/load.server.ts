import { data, redirect } from "react-router";
import {
  findPublicAppointment,
  type ShownAppointment,
} from "#app/features/appointments/public-appointment.server.ts";
import { loadBooking } from "#app/routes/book/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";

/** 404 for an unknown link, 503 while the database is away. */
export function loadAppointment<T extends object>(
  token: string,
  show: (found: ShownAppointment, now: Date) => T | Promise<T>,
) {
  return loadBooking(async () => {
    const now = new Date();
    const found = await findPublicAppointment(getDb(), token, now);
    return found && show(found, now);
  }, secretLinkHeaders);
}

type Refusal<State> = Partial<State> & { status: number };

/** `change` returns the page to show next, or why nothing changed. */
export async function answerAppointment<State extends FormState = FormState>(
  failure: string,
  change: () => Promise<string | Refusal<State>>,
  values?: FormState["values"],
) {
  const refuse = ({ status, ...state }: Refusal<FormState>) =>
    data({ ok: false, ...(values && { values }), ...state } as State, {
      status,
      headers: secretLinkHeaders,
    });
  try {
    const result = await change();
    if (typeof result !== "string") return refuse(result);
    return redirect(result, { status: 303, headers: secretLinkHeaders });
  } catch (error) {
    log.error({ err: error }, "appointment not changed");
    return refuse({ message: failure, ...unknownOutcomeOf(error), status: 503 });
  }
}
