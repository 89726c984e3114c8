import { data, href, redirect } from "react-router";
import * as z from "zod/mini";
import { freshenCalendars } from "#app/features/calendars/refresh.server.ts";
import { moveAppointment } from "#app/features/appointments/changes.server.tsx";
import { inDiaryTurn } from "#app/features/diary/entries.server.ts";
import { asClient } from "#app/features/diary/model.ts";
import {
  findPublicAppointment,
  priceWhenMoved,
  readNextStarts,
} from "#app/features/appointments/public-appointment.server.ts";
import { momentIn, timesInZones } from "#app/features/services/times.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { shownVersion } from "#app/features/diary/schema.ts";
import { readStartPath, startPath } from "#app/values/start-path.ts";
import type { Route } from "./+types/move-to";
import { answerAppointment, loadAppointment } from "./load.server.ts";
import { clientRefusals, WhyNotMoved, MissingAppointment, givesUpTime } from "./parts.tsx";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Move your appointment");

export function loader({ params: { token, start } }: Route.LoaderArgs) {
  const wanted = readStartPath(start);
  const week = href("/appointments/:token/move", { token });
  // An edited URL redirects to the times that are available.
  if (!wanted) return redirect(week, { headers: secretLinkHeaders });
  return loadAppointment(token, async ({ appointment }) => {
    const price = await priceWhenMoved(getDb(), token, wanted);
    return { appointment, wanted, token, price };
  });
}

const moveSchema = z.object({ version: shownVersion });

/** `starts`: the next free times if the wanted one is not available. */
type MoveState = FormState & { starts?: Date[] };

export async function action({ request, params: { token, start } }: Route.ActionArgs) {
  const form = await parseForm(request, moveSchema);
  if (!form.ok) return data<MoveState>({ ok: false }, 422);
  const wanted = readStartPath(start);
  if (!wanted) return redirect(href("/appointments/:token/move", { token }), 303);
  return answerAppointment<MoveState>(
    "It isn't moved yet. Please try again in a moment.",
    async () => {
      const now = new Date();
      await freshenCalendars(getDb(), now);
      const result = await inDiaryTurn(() =>
        moveAppointment(getDb(), asClient, { token, start: wanted, ...form.value }, now),
      );
      if (result.ok) return `${href("/appointments/:token", { token })}?moved`;
      const { reason } = result;
      if (reason === "not-found") return { status: 404 };
      // The page says whom to call.
      if (reason === "closed") return { status: 409 };
      const starts = isOfTime(reason) ? await nextStarts(token, wanted, now) : [];
      return { message: clientRefusals[reason], starts, status: 409 };
    },
  );
}

const isOfTime = (reason: string) => ["taken", "past", "outside"].includes(reason);

async function nextStarts(token: string, start: Date, now: Date): Promise<Date[]> {
  const found = await findPublicAppointment(getDb(), token, now);
  if (!found?.service) return [];
  const { appointment, service } = found;
  return readNextStarts(getDb(), { token, appointment, service }, start, now);
}

export default function MoveToPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} />;
  const { appointment, wanted, token, price } = loaderData;
  const starts = actionData?.starts ?? [];
  const { zone, startsAt, endsAt, canMove, isOnRequest, version } = appointment;
  const week = href("/appointments/:token/move", { token });
  const timeUrl = (start: Date) =>
    href("/appointments/:token/move/:start", { token, start: startPath(start) });
  const end = new Date(wanted.getTime() + endsAt.getTime() - startsAt.getTime());
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      <h1 className="display-2">{canMove ? "Move to this time?" : "This can't be moved here"}</h1>
      <div className="mt-4">
        <FormFailure state={actionData} />
      </div>
      {starts.length > 0 && (
        <section className="mt-4">
          <h2 className="display-3">The next free times</h2>
          <ul className="mt-2 flex flex-col items-start gap-2">
            {starts.map((start) => (
              <li key={start.getTime()}>
                <a className="link tall" href={timeUrl(start)}>
                  {momentIn(zone, start)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="mt-6 border-t-2 border-brass">
        <Times term="New time" lines={timesInZones(wanted, end, zone).ranges} />
        <Times term="Your time now" lines={timesInZones(startsAt, endsAt, zone).ranges} />
        {price && <Times term="Price then" lines={[`${price}: your package ends before`]} />}
      </dl>
      {canMove ? (
        <form method="post" className="mt-6">
          <input type="hidden" name="version" value={version} />
          {isOnRequest && <p className="measure mb-4">{givesUpTime}</p>}
          <button type="submit" className="button">
            {isOnRequest ? "Ask for this time" : "Move it"}
          </button>
        </form>
      ) : (
        <WhyNotMoved appointment={appointment} />
      )}
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        {canMove && (
          <a className="link tall" href={week}>
            Choose another time
          </a>
        )}
        <a className="link tall" href={href("/appointments/:token", { token })}>
          Keep your time
        </a>
      </p>
    </main>
  );
}

function Times({ term, lines }: { term: string; lines: readonly string[] }) {
  return (
    <div className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-soft">{term}</dt>
      <dd className="font-semibold whitespace-pre-line">{lines.join("\n")}</dd>
    </div>
  );
}
