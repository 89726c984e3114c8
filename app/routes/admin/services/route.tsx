import { href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { placeService, savePlaces } from "#app/features/services/service-commands.server.ts";
import { commonPlaces, placesSchema } from "#app/features/services/service-schema.ts";
import { isSwitchedOn } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { ServicesList, missingPlaces, PlacesForm } from "./parts.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Services" };

export function loader({ context }: Route.LoaderArgs) {
  currentAdministrator(context);
  return load("Failed to load the services.", async () => {
    const services = await listServices(getDb(), { all: true });
    return { services, places: commonPlaces(services) };
  });
}

/** A form without an intent moves a service. */
export const action = answerForms(
  {
    places: ownerAction({
      schema: placesSchema,
      failure: "Failed to save the address and link.",
      async run({ db, by, input, values }) {
        const seen = { studio: values.seenStudio ?? "", online: values.seenOnline ?? "" };
        const outcome = await savePlaces(db, by, { seen, places: input });
        if (outcome.ok) return { ok: true, message: "Address and link saved." };
        const { studio, online } = outcome.current;
        const stands = [studio || "no address", online || "no link"].join("; ");
        return {
          ok: false,
          message: "Not saved: this was changed meanwhile.",
          detail: `Now it is: ${stands}. What you typed is still here; save again to replace it.`,
          values: { ...values, seenStudio: studio, seenOnline: online },
        };
      },
    }),
    move: ownerAction({
      failure: "Failed to save the order.",
      async run({ db, by, values: { id = "", to = "" } }) {
        const position = Number(to);
        if (!Number.isInteger(position) || position < 0)
          return { ok: false, message: "Choose an action.", status: 400 };
        return (await placeService(db, by, { id, to: position }))
          ? { ok: true, message: "Order saved." }
          : { ok: false, message: "This service no longer exists.", status: 404 };
      },
    }),
  },
  (form) => (form.has("to") ? "move" : ""),
);

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function Services({
  loaderData: { services, places },
  actionData,
}: Route.ComponentProps) {
  const answer = useLatestAnswer(actionData);
  const ofPlaces = answer?.intent === "places" ? answer : undefined;
  const isMissingAt = (place: "studio" | "online") =>
    services.some(
      (service) => service.place === place && isSwitchedOn(service) && !service.placeDetails,
    );
  const missing = { studio: isMissingAt("studio"), online: isMissingAt("online") };
  const isMissing = missing.studio || missing.online;
  const placesForm = (
    <PlacesForm
      key={`${places.studio} ${places.online}`}
      places={places}
      missing={missing}
      posted={ofPlaces}
    />
  );
  return (
    <>
      <PageHead title="Services">
        <Link className="link tall" to={href("/admin/hours")}>
          Hours
        </Link>
        <Link
          className="link tall"
          to={`${href("/admin/site/:document", { document: "booking" })}#ownKinds`}
        >
          Kinds of Session
        </Link>
        <PageLink to={href("/admin/services/:id", { id: "new" })} className="button">
          New Service
        </PageLink>
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
          <ServicesList services={services} places={places} />
        </div>
        <div className="xl:border-l xl:border-line xl:pl-8">{placesForm}</div>
      </div>
    </>
  );
}
