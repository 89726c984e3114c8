import { randomUUID } from "node:crypto";
import { readExamPlaces } from "#app/features/ameb/queries.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { href } from "react-router";
import type { Route } from "./+types/route";
import { saveSeasonSetup } from "./actions.server.ts";
import { SessionsSection, TravelSection, VenuesSection } from "./parts.tsx";

export const handle = { title: "Sessions and venues" };

export function loader({ request, context }: Route.LoaderArgs) {
  currentAdministrator(context);
  const { searchParams } = new URL(request.url);
  return load("Failed to load the sessions and venues.", async () => {
    const places = await readExamPlaces(getDb());
    return {
      places,
      session: places.sessions.find(({ id }) => id === searchParams.get("session")) ?? null,
      venue: places.venues.find(({ id }) => id === searchParams.get("venue")) ?? null,
      formKey: randomUUID(),
    };
  });
}

export const action = saveSeasonSetup;

export const clientAction = showAnswer<FormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function SeasonSetup({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLatestAnswer(actionData);
  const { places, session, venue, formKey } = loaderData;
  const posted = (...intents: string[]) =>
    answer?.intent && intents.includes(answer.intent) ? answer : undefined;
  return (
    <>
      <BackLink to={href("/admin/season")}>Back to the exam season</BackLink>
      <PageHead title="Sessions and venues" />
      <div className="grid gap-x-12 gap-y-12 xl:grid-cols-2">
        <SessionsSection
          sessions={places.sessions}
          open={session}

          formKey={formKey}
          posted={posted("session", "remove-session")}
        />
        <div className="flex flex-col gap-12">
          <VenuesSection
            venues={places.venues}
            open={venue}

            formKey={formKey}
            posted={posted("venue", "remove-venue")}
          />
          {places.venues.length > 1 && <TravelSection places={places} posted={posted("travel")} />}
        </div>
      </div>
    </>
  );
}
