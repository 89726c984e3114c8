import { data, href, redirect } from "react-router";
import { freshenCalendars } from "#app/features/calendars/refresh.server.ts";
import { clientRefusals } from "#app/features/diary/public-appointment.ts";
import {
  findPublicAppointment,
  readNextStarts,
} from "#app/features/diary/public-appointment.server.ts";
import { asClient } from "#app/features/diary/model.ts";
import { moveAppointment } from "#app/features/diary/changes.server.ts";
import { inDiaryTurn } from "#app/features/diary/entries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";

/** `starts`: the next free times if the wanted one is not available. */
type MoveState = FormState & { starts: Date[] };

type Wanted = { token: string; start: Date; version: number };

export async function answerMove({ token, start, version }: Wanted) {
  const answer = (status: number, state: Partial<MoveState> = {}) =>
    data<MoveState>({ ok: false, starts: [], ...state }, { status, headers: secretLinkHeaders });
  try {
    const now = new Date();
    await freshenCalendars(getDb(), now);
    const result = await inDiaryTurn(() =>
      moveAppointment(getDb(), asClient, { token, start, version }, now),
    );
    if (result.ok)
      return redirect(`${href("/appointments/:token", { token })}?moved`, {
        status: 303,
        headers: secretLinkHeaders,
      });
    const { reason } = result;
    if (reason === "not-found") return answer(404);
    // The page says whom to call.
    if (reason === "closed") return answer(409);
    const starts = isOfTime(reason) ? await nextStarts(token, start, now) : [];
    return answer(409, { message: clientRefusals[reason], starts });
  } catch (error) {
    log.error({ err: error }, "appointment not moved");
    const message = "It isn't moved yet. Please try again in a moment.";
    return answer(503, { message, ...unknownOutcomeOf(error) });
  }
}

const isOfTime = (reason: string) => ["taken", "past", "outside"].includes(reason);

async function nextStarts(token: string, start: Date, now: Date): Promise<Date[]> {
  const found = await findPublicAppointment(getDb(), token, now);
  if (!found?.service) return [];
  const { appointment, service } = found;
  return readNextStarts(getDb(), { token, appointment, service }, start, now);
}
