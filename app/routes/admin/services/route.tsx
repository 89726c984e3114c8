import { href, Link, Form, useNavigation } from "react-router";
import { PageLink, useAccess } from "#app/ui/admin/access.tsx";
import { placeService, savePlaces } from "#app/features/services/service-commands.server.ts";
import {
  commonPlaces,
  placesSchema,
  type Places,
  priceInWords,
} from "#app/features/services/service-schema.ts";
import {
  isSwitchedOn,
  isKindShown,
  type Service,
  categoryName,
  placeLabels,
} from "#app/features/services/model.ts";
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
import { ChevronDown, ChevronUp } from "#app/ui/icons.gen.tsx";
import { type ServiceCategory, serviceCategories } from "#app/server/database/enums.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { grouped } from "#app/values/older-browsers.ts";
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

type ServicesListProps = { services: readonly Service[]; places: Places };

function ServicesList({ services, places }: ServicesListProps) {
  const categories = serviceCategories.filter((category) =>
    services.some((service) => service.category === category),
  );
  return (
    <>
      {services.some((service) => priceInWords(service)?.follows) && (
        <p className="-mb-4 text-soft">
          Prices are as in your{" "}
          <Link className="link" to={href("/admin/site/:document", { document: "prices" })}>
            price list
          </Link>
          , unless a service has its own.
        </p>
      )}
      {categories.map((category) => (
        <ServicesOf
          key={category}
          category={category}
          services={services.filter((service) => service.category === category)}
          places={places}
        />
      ))}
    </>
  );
}

type ServicesOfProps = ServicesListProps & { category: ServiceCategory };

function ServicesOf({ category, services, places }: ServicesOfProps) {
  const usual = usualPlace(services);
  return (
    <section aria-labelledby={category}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id={category} className="display-3">
          {categoryName(category)}
        </h2>
        <p className="text-base text-soft">{placeLabels[usual]}</p>
        {!isKindShown(category) && <Badge tone="quiet">Hidden from visitors</Badge>}
      </div>
      <ul className="border-b border-line">
        {[...grouped(services, nameWithoutLength)].map(([name, lengths]) => (
          <li key={name} className="flex flex-wrap gap-x-8 gap-y-1 border-t border-line py-2.5">
            {lengths.length > 1 && name !== categoryName(category) && (
              <p aria-hidden="true" className="font-semibold">
                {name}
              </p>
            )}
            {lengths.map((service) => (
              <div key={service.id}>
                <Length of={service} isOneOf={lengths.length} usual={usual} places={places} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {services.length > 1 && <Order category={category} services={services} />}
    </section>
  );
}

/** `Piano lesson` of `Piano lesson, 30 minutes`. */
const nameWithoutLength = ({ name, minutes }: Service) => name.replace(`, ${minutes} minutes`, "");

/** The place of most services, shown beside their group's heading. */
function usualPlace(services: readonly Service[]): Service["place"] {
  const countOf = (place: Service["place"]) =>
    services.filter((service) => service.place === place).length;
  const [first, ...others] = services.map(({ place }) => place);
  return others.reduce((best, place) => (countOf(place) > countOf(best) ? place : best), first!);
}

/** Beside its group's name, or under its heading, the length says enough. */
function Name({ of, isOneOf }: { of: Service; isOneOf: number }) {
  const group = nameWithoutLength(of);
  if (group === of.name || (isOneOf === 1 && group !== categoryName(of.category))) return of.name;
  return (
    <>
      <span className="sr-only">{group}, </span>
      {of.minutes} minutes
    </>
  );
}

const saysMinutes = ({ name, minutes }: Service) => name.includes(`${minutes} min`);

type LengthProps = { of: Service; isOneOf: number; usual: Service["place"]; places: Places };

function Length({ of: service, isOneOf, usual, places }: LengthProps) {
  const { id, minutes, place, placeDetails, onRequest, active } = service;
  const shown = priceInWords(service);
  const isOwn = shown && !shown.follows && service.price !== 0;
  // If all of them lack a place, PlacesForm says so.
  const missing =
    (place === "studio" && places.studio && "No address yet") ||
    (place === "online" && places.online && "No link yet");
  return (
    <>
      <p className="wrap-anywhere">
        <Link to={href("/admin/services/:id", { id })} className="link tall font-semibold">
          <Name of={service} isOneOf={isOneOf} />
        </Link>
        {!saysMinutes(service) && (
          <span className="whitespace-nowrap text-soft"> · {minutes} min</span>
        )}{" "}
        {shown && <span className="tabular-nums">{shown.price}</span>}
        {isOwn && <span className="text-soft"> its own price</span>}{" "}
        {!active && <Badge tone="quiet">Off</Badge>}
      </p>
      {!shown && isSwitchedOn(service) && (
        <p className="text-base text-soft">
          <span className="font-semibold text-danger">No price yet</span>: visitors can't book it.
        </p>
      )}
      {place !== usual && <p className="text-base text-soft">{placeLabels[place]}</p>}
      {missing && !placeDetails && isSwitchedOn(service) && (
        <p className="text-base font-semibold text-danger">{missing}</p>
      )}
      {onRequest && <p className="text-base text-soft">You confirm each one</p>}
    </>
  );
}

type OrderProps = Pick<ServicesOfProps, "category" | "services">;

/** That of the booking pages, and of the lengths above. */
function Order({ category, services }: OrderProps) {
  if (!useAccess().mayChange) return null;
  return (
    <details className="mt-1">
      <summary className="min-h-11 w-fit cursor-pointer content-center text-base text-soft hover:text-accent">
        Change the order<span className="sr-only"> of {categoryName(category)}</span>
      </summary>
      <ol className="w-fit">
        {services.map((service, index) => (
          <li key={service.id} className="flex items-center justify-between gap-x-6">
            {service.name}
            <ServiceButtons service={service} index={index} count={services.length} />
          </li>
        ))}
      </ol>
    </details>
  );
}

const iconButton =
  "flex size-11 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink " +
  "disabled:cursor-default disabled:opacity-30";

type ServiceButtonsProps = { service: Service; index: number; count: number };

function ServiceButtons({ service, index, count }: ServiceButtonsProps) {
  const busy = useNavigation().state !== "idle";
  const { id, name } = service;
  return (
    <Form method="post" preventScrollReset data-loading="Moving the service..." className="flex">
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="to"
        value={index - 1}
        disabled={busy || index === 0}
        className={iconButton}
      >
        <ChevronUp size={20} strokeWidth={1.6} />
        <span className="sr-only">Move {name} up</span>
      </button>
      <button
        type="submit"
        name="to"
        value={index + 1}
        disabled={busy || index === count - 1}
        className={iconButton}
      >
        <ChevronDown size={20} strokeWidth={1.6} />
        <span className="sr-only">Move {name} down</span>
      </button>
    </Form>
  );
}

type PlacesFormProps = {
  places: Places;
  missing: Readonly<Record<keyof Places, boolean>>;
  posted: FormState | undefined;
};

function PlacesForm({ places, missing, posted }: PlacesFormProps) {
  const failed = posted && !posted.ok ? posted : undefined;
  const { form, values, summary, field } = usePostedForm(placesSchema, failed);
  return (
    <Form className="flex flex-col gap-3" {...form}>
      <h2 id="places" className="display-3">
        Where sessions are
      </h2>
      <p className="text-soft">
        For all services without an address or link of their own. Clients get it with their
        confirmation.
      </p>
      {(missing.studio || missing.online) && (
        // A narrow screen says it at the top of the page.
        <p className="border-l-4 border-brass bg-raised p-4 max-xl:hidden">
          {missingPlaces(missing)}
        </p>
      )}
      {posted?.ok && posted.message && <FormMessage ok>{posted.message}</FormMessage>}
      {summary}
      <FormFailure state={failed} />
      <input type="hidden" name="intent" value="places" />
      <input type="hidden" name="seenStudio" value={values?.seenStudio ?? places.studio} />
      <input type="hidden" name="seenOnline" value={values?.seenOnline ?? places.online} />
      <div className="grid gap-x-5 gap-y-3 md:max-xl:grid-cols-2">
        <TextField
          {...field("studio", places.studio)}
          label="Your studio's address"
          optional
          rows={2}
          autoComplete="street-address"
        />
        <Field
          {...field("online", places.online)}
          label="Your link for online sessions"
          optional
          autoComplete="off"
          hint="Such as https://meet.example/your-room"
        />
      </div>
      <p>
        <SubmitButton loading="Saving where sessions are..." className="button quiet">
          Save address and link
        </SubmitButton>
      </p>
    </Form>
  );
}

function missingPlaces({ studio, online }: PlacesFormProps["missing"]): string {
  const told = [studio && "where to come", online && "how to join online"].filter(Boolean);
  return `Clients don't know yet ${told.join(" or ")}.`;
}
