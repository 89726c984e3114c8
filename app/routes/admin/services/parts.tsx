import { Form, href, Link, useNavigation } from "react-router";
import { ChevronDown, ChevronUp } from "#app/ui/icons.gen.tsx";
import { type ServiceCategory, serviceCategories } from "#app/server/database/enums.ts";
import { Badge } from "#app/ui/badge.tsx";
import { categoryLabels, placeLabels } from "#app/features/services/labels.ts";
import type { Service } from "#app/features/services/model.ts";
import { placesSchema, type Places } from "#app/features/services/service-schema.ts";
import { priceInWords } from "#app/features/services/service-words.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";

const rowClass = [
  "grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-4 border-t border-line py-2",
  // The same size without arrows.
  "md:min-h-13.25 md:grid-cols-[16rem_minmax(0,1fr)_5.5rem] md:grid-rows-1 md:items-center md:py-1",
  "xl:grid-cols-[17rem_minmax(0,1fr)_5.5rem]",
].join(" ");

const factsClass = [
  "col-start-1 flex flex-wrap gap-x-4 text-base",
  "md:col-start-2 md:grid md:grid-cols-[minmax(0,1fr)_auto] md:items-baseline",
  "md:*:row-start-1 xl:grid-cols-[12rem_minmax(0,1fr)]",
].join(" ");

type ServicesListProps = { services: readonly Service[]; places: Places };

export function ServicesList({ services, places }: ServicesListProps) {
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
          {categoryLabels[category]}
        </h2>
        <p className="text-base text-soft">{placeLabels[usual]}</p>
      </div>
      <ul className="border-b border-line">
        {services.map((service, index) => (
          <li key={service.id} className={`group/row ${rowClass}`}>
            <p className="min-w-0 self-center wrap-anywhere">
              <Link
                to={href("/admin/services/:id", { id: service.id })}
                className="link tall font-semibold"
              >
                <Name of={service} />
              </Link>
              {!saysMinutes(service) && (
                <span className="whitespace-nowrap text-soft"> · {service.minutes} min</span>
              )}{" "}
              {!service.active && <Badge tone="quiet">Off</Badge>}
            </p>
            <div className={factsClass}>
              <Price of={service} />
              <Place of={service} usual={usual} places={places} />
            </div>
            <ServiceButtons service={service} index={index} count={services.length} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The place of most services, shown beside their group's heading. */
function usualPlace(services: readonly Service[]): Service["place"] {
  const countOf = (place: Service["place"]) =>
    services.filter((service) => service.place === place).length;
  const [first, ...others] = services.map(({ place }) => place);
  return others.reduce((best, place) => (countOf(place) > countOf(best) ? place : best), first!);
}

/** Under its group's heading the usual name is only the length. */
function Name({ of: { category, name, minutes } }: { of: Service }) {
  const length = `${minutes} minutes`;
  const group = `${categoryLabels[category]}, `;
  if (name !== group + length) return name;
  return (
    <>
      <span className="sr-only">{group}</span>
      {length}
    </>
  );
}

const saysMinutes = ({ name, minutes }: Service) => name.includes(`${minutes} min`);

function Price({ of }: { of: Service }) {
  const shown = priceInWords(of);
  if (!shown)
    return (
      <p className="md:col-start-2 md:text-right xl:col-start-1 xl:text-left">
        <span className="font-semibold text-danger">No price yet</span>
        <span className="block text-base text-soft">Visitors can't book it.</span>
      </p>
    );
  const isOwn = !shown.follows && of.price !== 0;
  return (
    // Prices line up at the arrows, on a wide screen near the names.
    <p className="md:col-start-2 md:flex md:flex-row-reverse md:gap-x-2 xl:col-start-1 xl:flex-row">
      <span className="tabular-nums xl:min-w-14 xl:text-right">{shown.price}</span>
      {isOwn && <span className="text-soft"> its own price</span>}
    </p>
  );
}

type PlaceProps = { of: Service; usual: Service["place"]; places: Places };

function Place({ of, usual, places }: PlaceProps) {
  const { place, placeDetails, onRequest } = of;
  // If all of them lack a place, PlacesForm says so.
  const missing =
    (place === "studio" && places.studio && "No address yet") ||
    (place === "online" && places.online && "No link yet");
  return (
    <p className="md:col-start-1 xl:col-start-2">
      {place !== usual && placeLabels[place]}
      {missing && !placeDetails && (
        <span className="block text-base font-semibold text-danger">{missing}</span>
      )}
      {onRequest && <span className="block text-base text-soft">You confirm each one</span>}
    </p>
  );
}

const iconButton = [
  "flex size-11 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink",
  "disabled:cursor-default disabled:opacity-30",
].join(" ");

const buttonsClass = [
  "col-start-2 row-span-2 row-start-1 flex items-center self-center",
  "md:col-start-3 md:row-span-1",
  // Faded, because services are seldom moved.
  "lg:pointer-fine:opacity-65 lg:group-hover/row:opacity-100 focus-within:opacity-100",
].join(" ");

type ServiceButtonsProps = { service: Service; index: number; count: number };

function ServiceButtons({ service, index, count }: ServiceButtonsProps) {
  const busy = useNavigation().state !== "idle";
  const { id, name } = service;
  if (count === 1) return null;
  return (
    <Form
      method="post"
      preventScrollReset
      data-loading="Moving the service..."
      className={buttonsClass}
    >
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

export function PlacesForm({ places, missing, posted }: PlacesFormProps) {
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

export function missingPlaces({ studio, online }: PlacesFormProps["missing"]): string {
  const told = [studio && "where to come", online && "how to join online"].filter(Boolean);
  return `Clients don't know yet ${told.join(" or ")}.`;
}
