import { href } from "react-router";
import { readFreeWeek } from "#app/features/appointments/public-appointment.server.ts";
import { zoneWords } from "#app/features/services/times.ts";
import { WeekOfTimes } from "#app/features/services/week-of-times.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { startPath } from "#app/values/start-path.ts";
import type { Route } from "./+types/move";
import { loadAppointment } from "./load.server.ts";
import { AppointmentFacts, WhyNotMoved, MissingAppointment, givesUpTime } from "./parts.tsx";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Move your appointment");

export function loader({ request, params: { token } }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get("week");
  return loadAppointment(token, async ({ appointment, service }, now) => {
    const week =
      appointment.canMove && service
        ? await readFreeWeek(getDb(), { token, appointment, service }, wanted, now)
        : null;
    return { appointment, week, now, token };
  });
}

export default function MovePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} />;
  const { appointment, week, now, token } = loaderData;
  const { zone, startsAt, isOnRequest } = appointment;
  const page = href("/appointments/:token", { token });
  if (!week)
    return (
      <main className="wrap max-w-3xl! py-10 lg:py-14">
        <h1 className="display-2">This can't be moved here</h1>
        <AppointmentFacts appointment={appointment} />
        <WhyNotMoved appointment={appointment} />
        <p className="mt-6">
          <a className="link tall" href={page}>
            Back to your appointment
          </a>
        </p>
      </main>
    );
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      <h1 className="display-2">Choose a new time</h1>
      <p className="measure mt-3 text-lg">
        {isOnRequest ? givesUpTime : "You keep your time until the new one is yours."} Times are in{" "}
        {zoneWords(startsAt, zone)}.
      </p>
      <WeekOfTimes
        week={week}
        zone={zone}
        now={now}
        urlOf={(start) =>
          href("/appointments/:token/move/:start", { token, start: startPath(start) })
        }
        weekUrlOf={(day) => `${href("/appointments/:token/move", { token })}?week=${day}`}
      />
      <p className="mt-4">
        <a className="link tall" href={page}>
          Keep your time
        </a>
      </p>
    </main>
  );
}
