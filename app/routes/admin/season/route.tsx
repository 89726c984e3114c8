import { Form, href } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { optionsOf } from "#app/features/ameb/places.ts";
import { readSeason } from "#app/features/ameb/season.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { addDays } from "#app/values/calendar.ts";
import type { Route } from "./+types/route";
import { SeasonBoard } from "./board.tsx";

export const handle = { title: "Exam season" };

export function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const id = new URL(request.url).searchParams.get("session");
  return load("Failed to load the exam season.", () => readSeason(getDb(), by, id));
}

export default function Season({ loaderData }: Route.ComponentProps) {
  const { sessions, session, days, today } = loaderData;
  const isExamDay = days.some(({ day }) => day === today || day === addDays(today, 1));
  return (
    <div className="season">
      <BackLink to={href("/admin/ameb-bookings")}>Back to AMEB Bookings</BackLink>
      <PageHead title={session ? `Exam season: ${session.name}` : "Exam season"}>
        {isExamDay && (
          <a className="link tall" href={href("/admin/today")}>
            Exam day
          </a>
        )}
        <PageLink className="link tall" to={href("/admin/season/setup")}>
          Sessions and venues
        </PageLink>
      </PageHead>
      {sessions.length > 1 && (
        <Form className="no-print mb-6 flex flex-wrap items-end gap-3">
          <SelectField
            key={session?.id}
            name="session"
            label="Session"
            defaultValue={session?.id}
            options={optionsOf(sessions, "Now or next")}
          />
          <button className="button quiet">Show</button>
        </Form>
      )}
      <SeasonBoard season={loaderData} />
    </div>
  );
}
