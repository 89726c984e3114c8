import { randomUUID } from "node:crypto";
import { href, redirect, Form, Link } from "react-router";
import {
  isOffered,
  type Service,
  categoryName,
  hasKindName,
  placeLabels,
} from "#app/features/services/model.ts";
import {
  storedColumns,
  newServiceTexts,
  serviceTexts,
  commonPlaces,
  postedService,
  serviceSchema,
  type ServiceInput,
  type ServiceTexts,
  confirmationLabels,
  priceInWords,
  serviceLabels,
} from "#app/features/services/service-schema.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormMessage, ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { guardOf, guardNames } from "#app/features/intake/model.ts";
import { createService, saveService } from "#app/features/services/service-commands.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";
import { useState } from "react";
import type { FormState } from "#app/server/http/forms.server.ts";
import { type ServiceCategory, serviceCategories } from "#app/server/database/enums.ts";
import { Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Service" };

const missing = {
  message: "There is no such service.",
  back: { to: href("/admin/services"), label: "Back to Services" },
};

export function loader({ params: { id }, context }: Route.LoaderArgs) {
  currentAdministrator(context);
  return loadRecord("Failed to load the services.", missing, async () => {
    const all = await listServices(getDb(), { all: true });
    const service = all.find((one) => one.id === id);
    if (!service && id !== "new") return null;
    const others = all.filter((one) => one !== service);
    return {
      formKey: randomUUID(),
      isNew: !service,
      name: service?.name ?? "New service",
      version: service?.version ?? 0,
      texts: service ? serviceTexts(storedColumns(service)) : newServiceTexts,
      usual: commonPlaces(others),
      page: service && isOffered(service) ? pageOf(service) : null,
    };
  });
}

const pageOf = ({ category, slug }: Service) =>
  href("/book/:category/:service", { category, service: slug });

export const action = answerForms<ServiceState>(
  {
    create: ownerAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to add the service.",
      async run({ db, by, input, values }) {
        const outcome = await createService(db, by, input, guardOf(values).key);
        if (outcome.ok) return redirect(href("/admin/services"), 303);
        return { ok: false, errors: outcome.errors };
      },
    }),
    save: ownerAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to save the service.",
      async run({ db, by, id, input, values }) {
        const version = Number(values.version) || 0;
        const outcome = await saveService(db, by, { id, version, input });
        if (outcome.ok) return { ok: true, message: "Service saved." };
        if (outcome.reason === "not-found") return gone;
        if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
        const current = serviceTexts(storedColumns(outcome.current));
        const seen = readSeen(values.seen, postedService) ?? current;
        const { texts, theirs } = mergeTexts(seen, postedService(values), current);
        const opened = { version: String(outcome.current.version), seen: JSON.stringify(current) };
        return {
          ok: false,
          message:
            "Not saved: this service was changed meanwhile. What you typed is still here: check it and save again.",
          values: { ...texts, ...opened },
          theirs,
        };
      },
    }),
  },
  () => "save",
);

export const clientAction = showAnswer<ServiceState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function EditService({
  loaderData: { name, page, ...service },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/services")}>Back to Services</BackLink>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="display-3 wrap-anywhere">{name}</h1>
        {page && (
          <a className="link py-2" href={page}>
            See its booking page
          </a>
        )}
      </div>
      {actionData?.ok && actionData.message && (
        <div className="mb-6 max-w-3xl">
          <FormMessage ok>{actionData.message}</FormMessage>
        </div>
      )}
      <ServiceForm
        key={`${service.isNew} ${service.version}`}
        {...service}
        posted={actionData && !actionData.ok ? actionData : undefined}
        cancel={href("/admin/services")}
      />
    </>
  );
}

const gone = { ok: false, message: "This service no longer exists.", status: 404 };

type ServiceState = FormState & {
  theirs?: Partial<ServiceTexts>;
};

type ServiceFormProps = {
  texts: ServiceTexts;
  version: number;
  isNew: boolean;
  formKey: string;
  /** Address or link of a service without its own. */
  usual: { studio: string; online: string };
  posted: ServiceState | undefined;
  cancel: string;
};

function ServiceForm(props: ServiceFormProps) {
  const { texts, version, isNew, formKey, usual, posted, cancel } = props;
  const { errors, handlers } = useFormErrors(serviceSchema, posted?.errors);
  const seen = readSeen(posted?.values?.seen, postedService) ?? texts;
  const shown: Readonly<Record<string, string>> = posted?.values ?? texts;
  const [typed, setTyped] = useState(shown);
  const place = typed.place ?? "studio";
  const field = (name: keyof ServiceInput, hint?: string) => {
    const theirs = posted?.theirs?.[name];
    return {
      name,
      label: serviceLabels[name],
      defaultValue: shown[name] ?? "",
      error: errors[name],
      hint: theirs === undefined ? hint : meanwhile(theirs),
    };
  };
  return (
    <Form
      method="post"
      data-loading={isNew ? "Adding the service..." : "Saving the service..."}
      data-done="Service added."
      className="grid gap-x-14 gap-y-10 max-xl:max-w-4xl xl:grid-cols-2"
      {...handlers}
      onInput={({ currentTarget }) =>
        setTyped(Object.fromEntries(new FormData(currentTarget)) as Record<string, string>)
      }
    >
      <div className="col-span-full empty:hidden">
        {posted?.errors && <ErrorSummary errors={errors} />}
        <FormFailure state={posted} />
      </div>
      <input type="hidden" name="intent" value={isNew ? "create" : "save"} />
      <input type="hidden" name="version" value={shown.version ?? version} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <input type="hidden" name={guardNames.key} value={shown[guardNames.key] ?? formKey} />
      <fieldset className="flex flex-col gap-3">
        <legend className="display-3 mb-3 font-display">What clients book</legend>
        <div className={`${fieldPairs} *:first:col-span-2`}>
          <SelectField {...field("category")} options={kindOptions(shown.category)} />
          <Field {...field("name", "Clients read it in their emails.")} autoComplete="off" />
          <Field
            {...field("slug", slugHint(isNew))}
            optional
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field {...field("minutes")} inputMode="numeric" />
          <Field {...field("price", priceHint(typed))} optional inputMode="decimal" />
          <SelectField {...field("place")} options={placeLabels} />
          <SelectField {...field("confirmation")} options={confirmationLabels} />
        </div>
        <TextField
          {...field("placeDetails", placeHint(place, usual, shown.placeDetails))}
          optional
          rows={2}
        />
        <TickField name="active" defaultChecked={shown.active === "on"} error={errors.active}>
          <span className="font-semibold">{serviceLabels.active}</span>
          <span className="block text-soft">
            While this is off, visitors don't see it. What's booked stays booked.
          </span>
        </TickField>
      </fieldset>
      <BookingRules field={field} />
      <p className="col-span-full flex flex-wrap items-center gap-3">
        <SubmitButton busy="Saving...">{isNew ? "Add service" : "Save"}</SubmitButton>
        <Link to={cancel} className="button quiet">
          Cancel
        </Link>
      </p>
    </Form>
  );
}

const kindOptions = (chosen: string | undefined) =>
  Object.fromEntries(
    serviceCategories.flatMap((one) =>
      hasKindName(one) || one === chosen ? [[one, categoryName(one)]] : [],
    ),
  );

const slugHint = (isNew: boolean) =>
  isNew
    ? "Leave it empty to use the name."
    : "The end of its page's address. Old links stop working if you change it.";

function priceHint({ category, minutes }: Readonly<Record<string, string>>): string {
  const service = { category: category as ServiceCategory, minutes: Number(minutes), price: null };
  const listed = priceInWords(service)?.price;
  if (listed === "Free") return "Free unless you enter a price.";
  return listed
    ? `Leave it empty for ${listed}; 0 is free.`
    : "Not in your price list, so enter one. 0 is free.";
}

function placeHint(
  place: string,
  usual: { studio: string; online: string },
  own: string | undefined,
): string {
  if (place === "client") return "Clients enter their address when they book.";
  const usually = place === "online" ? usual.online : usual.studio;
  if (usually && own === usually) return "The one of all your services. Empty means the same.";
  if (usually) return `Leave it empty for ${usually.replace(/\s+/g, " ")}`;
  return place === "online"
    ? "The link to the session, such as https://meet.example/your-room."
    : "The address your clients come to.";
}

const meanwhile = (text: string) => (text ? `Changed meanwhile to: ${text}` : "Emptied meanwhile.");

type BookingRulesProps = {
  field: (
    name: keyof ServiceInput,
    hint?: string,
  ) => {
    name: keyof ServiceInput;
    label: string;
    defaultValue: string;
    error: string | undefined;
    hint: string | undefined;
  };
};

/** Labels, controls and hints of a pair share their lines; text takes a row on a phone. */
const fieldPairs = [
  "grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-1.5 sm:gap-x-5",
  "*:row-span-3 *:grid *:grid-rows-subgrid *:pb-2.5 sm:*:pb-1.5 [&_label]:self-end",
  "max-sm:*:not-has-[[inputmode]]:col-span-2 max-sm:[&_p]:text-base",
].join(" ");

/** On a phone a rule is a row with its number at the end. */
const ruleClass = [
  "max-sm:*:has-[[inputmode]]:col-span-2 max-sm:*:has-[[inputmode]]:row-span-2",
  "max-sm:*:has-[[inputmode]]:grid-cols-[minmax(0,1fr)_5.5rem] max-sm:*:has-[[inputmode]]:gap-x-4",
  "max-sm:[&_[inputmode]]:col-start-2 max-sm:[&_[inputmode]]:row-span-2 max-sm:[&_[inputmode]]:row-start-1",
  "max-sm:[&_[inputmode]]:self-center max-sm:[&_p]:col-start-1",
].join(" ");

function BookingRules({ field }: BookingRulesProps) {
  const number = (name: keyof ServiceInput, hint?: string) => (
    <Field {...field(name, hint)} inputMode="numeric" />
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="display-3 mb-3 font-display">Booking rules</legend>
      <div className={`${fieldPairs} ${ruleClass}`}>
        {number("bufferBefore", "To get there and set up.")}
        {number("bufferAfter", "A pause before the next session.")}
        {number("step", "With 30 you offer 10:00, 10:30, 11:00.")}
        <Field
          {...field("mostPerDay", "Leave it empty for no limit.")}
          optional
          inputMode="numeric"
        />
        {number("notice", "Later than this, nobody can book.")}
        {number("daysAhead", "Further ahead, no times are shown.")}
        {number("changeNotice", "Or to cancel. After that, they call you.")}
      </div>
    </fieldset>
  );
}
