import { type ChangeEvent, useState } from "react";
import { href, useFetcher } from "react-router";
import { ClientField } from "#app/ui/admin/client-field.tsx";
import { Field, SelectField, TickField } from "#app/ui/fields.tsx";
import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatPrice } from "#app/values/money.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import {
  PlaceFields,
  EntryColumns,
  OwnerNote,
  TimePair,
  InvoicingField,
  SuggestedTimes,
  type FieldOf,
} from "#app/features/diary/admin/form-parts.tsx";
import { repetitions } from "#app/features/diary/admin/schema.ts";

export type OfferedTerm = { lastDay: Day; label: string };

export type OfferedService = { id: string; name: string; price: Cents | null };

type AppointmentFieldsProps = {
  field: FieldOf;
  values: Readonly<Record<string, string>>;
  services: readonly OfferedService[];
  clients: readonly KnownClient[];
  terms: readonly OfferedTerm[];
  starts: readonly Date[];
  today: Day;
};

export function AppointmentFields(props: AppointmentFieldsProps) {
  const { field, values, services, clients, today } = props;
  const { data, load } = useFetcher<{ starts: Date[] }>();
  const [isOwn, setOwn] = useState(!values.serviceId);
  const [typedDay, setTypedDay] = useState(values.day ?? "");
  const isPast = typedDay !== "" && typedDay < today;
  const choose = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    const { value, form } = currentTarget;
    setOwn(!value);
    const day = form?.elements.namedItem("day");
    const asked = { service: value, ...(day instanceof HTMLInputElement && { day: day.value }) };
    void load(`${href("/admin/diary/new")}?${new URLSearchParams(asked)}`);
  };
  return (
    <EntryColumns
      what={
        <div className="grid gap-5 sm:grid-cols-2">
          <div>
            <ClientField
              {...field("clientName")}
              label="Client"
              hint="Type a name: the people you know are offered."
              clients={clients}
              emailName="clientEmail"
            />
            {(values.newClient || field("newClient").error) && (
              <TickField {...field("newClient")} defaultChecked={values.newClient === "on"}>
                New client
              </TickField>
            )}
          </div>
          <SelectField
            {...field("serviceId")}
            label="Service"
            options={serviceOptions(services)}
            onChange={choose}
          />
        </div>
      }
      when={
        <>
          {!isPast && <SuggestedTimes starts={data?.starts ?? props.starts} today={today} />}
          <noscript>
            <button
              type="submit"
              name="intent"
              value="times"
              formNoValidate
              className="button quiet self-start"
            >
              Show Free Times
            </button>
          </noscript>
          <TimePair>
            <Field
              {...field("day")}
              label="Day"
              type="date"
              onChange={({ currentTarget }) => setTypedDay(currentTarget.value)}
            />
            <Field {...field("time")} label="Time" type="time" hint="Melbourne time." />
          </TimePair>
          <RepeatFields field={field} values={values} terms={props.terms} />
          {isPast && <p className="text-soft">This day has passed: your client isn't told.</p>}
          {/* Hidden, not removed: it keeps its tick if the day changes again. */}
          <div hidden={isPast}>
            <TickField name="tellsClient" defaultChecked={isTicked(values)}>
              Send the client the invitation, and a reminder the day before
            </TickField>
          </div>
        </>
      }
    >
      <ContactFields field={field} />
      <details open={isOwn || hasOwn(values)} className="border-y border-line py-3">
        <summary className="cursor-pointer font-semibold pointer-coarse:py-2">
          {isOwn ? "What, how long, where" : "Another length, price or place"}
        </summary>
        <div className="flex flex-col gap-5 pt-4">
          <Field
            {...field("title")}
            label="What it is"
            hint={isOwn ? "Such as Trial lesson." : "Left empty, it's called as the service is."}
            autoComplete="off"
            optional={!isOwn}
          />
          <TimePair>
            <Field {...field("minutes")} label="Minutes" inputMode="numeric" optional={!isOwn} />
            <Field {...field("price")} label="Price in A$" inputMode="decimal" optional />
          </TimePair>
          <PlaceFields field={field} usual="As usual" />
        </div>
      </details>
      <OwnerNote field={field} />
    </EntryColumns>
  );
}

function RepeatFields({
  field,
  values,
  terms,
}: Pick<AppointmentFieldsProps, "field" | "values" | "terms">) {
  const [repeats, setRepeats] = useState(Boolean(values.repeats));
  return (
    <>
      <SelectField
        {...field("repeats")}
        label="Repeats"
        {...(repeats && { hint: "You see every date before anything is made." })}
        options={repetitions}
        onChange={({ currentTarget }) => setRepeats(currentTarget.value !== "")}
      />
      <div
        className={
          repeats ? "flex flex-col gap-5" : "hidden flex-col gap-5 [@media(scripting:none)]:flex"
        }
      >
        <TimePair>
          <Field {...field("lessons")} label="Times" inputMode="numeric" optional />
          <Field {...field("untilDay")} label="Or until" type="date" optional />
        </TimePair>
        {terms.length > 0 && (
          <SelectField
            {...field("untilTerm")}
            label="Or to the end of"
            optional
            options={{
              "": "No term",
              ...Object.fromEntries(terms.map(({ lastDay, label }) => [lastDay, label])),
            }}
          />
        )}
        <InvoicingField field={field} />
      </div>
    </>
  );
}

/** A new form has it ticked. */
const isTicked = (values: AppointmentFieldsProps["values"]) =>
  values.kind === undefined || values.tellsClient === "on";

const hasOwn = (values: AppointmentFieldsProps["values"]) =>
  ["title", "minutes", "price", "place", "placeDetails"].some((name) => values[name]);

function serviceOptions(services: readonly OfferedService[]): Record<string, string> {
  const label = ({ name, price }: OfferedService) =>
    price === null ? name : `${name} · ${price === 0 ? "free" : formatPrice(price)}`;
  // Object keys keep their order unless they are numbers.
  return {
    "": "Something else",
    ...Object.fromEntries(services.map((service) => [service.id, label(service)])),
  };
}

const ContactFields = ({ field }: Pick<AppointmentFieldsProps, "field">) => (
  <div className="grid gap-5 sm:grid-cols-3">
    <Field
      {...field("clientEmail")}
      label="Email"
      hint="Without one, nobody is told."
      type="email"
      autoComplete="off"
      optional
    />
    <Field
      {...field("phone")}
      label="Phone"
      hint="For a reminder by text."
      type="tel"
      autoComplete="off"
      optional
    />
    <Field
      {...field("student")}
      label="Student"
      hint="If it's someone else."
      autoComplete="off"
      optional
    />
  </div>
);
