import { data, href, Link, useNavigation } from "react-router";
import { commonPlaces } from "#app/features/services/service-schema.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { type ServiceIntent, serviceToasts } from "#app/features/services/service-words.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ServicesList, missingPlaces, PlacesForm, type ServicesState } from "./parts.tsx";
import type { Route } from "./+types/route";
import { answerServices } from "./actions.server.ts";

export const handle = { title: "Services" };

export async function loader({ context }: Route.LoaderArgs) {
  currentAdministrator(context);
  try {
    const services = await listServices(getDb(), { all: true });
    return data({ services, places: commonPlaces(services) });
  } catch (error) {
    log.error({ err: error }, "services not loaded");
    return data({ services: null, places: null }, 503);
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerServices(request, currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = String(form.get("intent") ?? "move");
  const toasts = Object.hasOwn(serviceToasts, intent)
    ? serviceToasts[intent as ServiceIntent]
    : serviceToasts.move;
  return withToasts<ServicesState>(serverAction, toasts, String(form.get("id") ?? ""));
}

export const shouldRevalidate = reloadAfterAnswer;

export default function Services({
  loaderData: { services, places },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const answer: ServicesState | undefined = useLatestAnswer(actionData);
  if (!services)
    return <LoadFailed href={href("/admin/services")}>Failed to load the services.</LoadFailed>;
  const ofPlaces = answer?.of === "places" ? answer : undefined;
  const isMissingAt = (place: "studio" | "online") =>
    services.some((service) => service.place === place && service.active && !service.placeDetails);
  const missing = { studio: isMissingAt("studio"), online: isMissingAt("online") };
  const isMissing = missing.studio || missing.online;
  const placesForm = (
    <PlacesForm
      key={`${places.studio} ${places.online}`}
      places={places}
      missing={missing}
      posted={ofPlaces}
      busy={busy}
    />
  );
  return (
    <>
      <PageHead title="Services">
        <Link className="link tall" to={href("/admin/hours")}>
          Hours
        </Link>
        <Link to={href("/admin/services/:id", { id: "new" })} className="button">
          New Service
        </Link>
      </PageHead>
      {answer && !ofPlaces && answer.ok && answer.message && (
        <div className="mb-6">
          <FormMessage key={answer.message} ok>
            {answer.message}
          </FormMessage>
        </div>
      )}
      {!ofPlaces && <FormFailure state={answer} />}
      {services.length === 0 && <EmptyList>No services yet. Add one!</EmptyList>}
      <div className="grid gap-10 pt-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-10">
          {isMissing && (
            <p className="-mb-4 border-l-4 border-brass bg-raised p-4 text-balance xl:hidden">
              {missingPlaces(missing)}{" "}
              <a className="link whitespace-nowrap" href="#places">
                Enter it below
              </a>
            </p>
          )}
          <ServicesList services={services} places={places} busy={busy} />
        </div>
        <div className="xl:border-l xl:border-line xl:pl-8">{placesForm}</div>
      </div>
    </>
  );
}
