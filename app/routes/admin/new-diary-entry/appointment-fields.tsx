import {
  type ChangeEvent,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  useId,
  useRef,
  useSyncExternalStore,
} from "react";
import { href, useFetcher } from "react-router";
import { Field, SelectField, TickField } from "#app/ui/fields.tsx";
import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatPrice } from "#app/values/money.ts";
import { type KnownClient, clientsMeant, addressed } from "#app/values/names.ts";
import {
  PlaceFields,
  EntryColumns,
  OwnerNote,
  TimePair,
  InvoicingField,
  SuggestedTimes,
  type FieldOf,
} from "#app/features/appointments/form-parts.tsx";
import { repetitions } from "#app/features/diary/schema.ts";
import { Suggestions } from "#app/ui/admin/fields.tsx";
import { afterPress } from "#app/ui/use-form-errors.ts";

const mostShown = 6;
const listClass =
  "absolute inset-x-0 top-full z-20 max-h-72 overflow-y-auto rounded-sm border border-line bg-surface";
const optionClass =
  "block w-full cursor-pointer px-3 py-2 text-left wrap-anywhere aria-selected:bg-raised hover:bg-raised " +
  "pointer-coarse:py-3";

type ClientFieldProps = ComponentProps<typeof Field> & {
  clients: readonly KnownClient[];
  emailName: string;
};

/** A combobox of known people (WAI-ARIA 1.2); without scripts the browser's own list. */
function ClientField({ clients, emailName, ...field }: ClientFieldProps) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<KnownClient | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const meant = clientsMeant(clients, typed).slice(0, mostShown);
  const isShown = isOpen && meant.length > 0;
  // Enter takes the only match; of several, none before an arrow key has chosen it.
  const active = moved ?? (meant.length === 1 ? 0 : -1);

  const emailField = () => {
    const found = input.current?.form?.elements.namedItem(emailName);
    return found instanceof HTMLInputElement ? found : null;
  };
  const choose = (client: KnownClient) => {
    input.current!.value = client.name;
    const email = emailField();
    if (email) email.value = client.email;
    setTyped(client.name);
    setChosen(client);
    setOpen(false);
  };
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setTyped(currentTarget.value);
    setOpen(true);
    setMoved(null);
    if (!chosen) return;
    // Clears the email of a person who is no longer named.
    const email = emailField();
    if (email?.value === chosen.email) email.value = "";
    setChosen(null);
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && isShown) setOpen(false);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      const last = meant.length - 1;
      const next = active + step;
      setMoved(next < 0 ? last : next > last ? 0 : next);
    } else if (event.key === "Enter" && isShown && meant[active]) choose(meant[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Field
        {...field}
        hint={isShown ? undefined : field.hint}
        ref={input}
        autoComplete="off"
        onChange={type}
        onKeyDown={move}
        onBlur={() => afterPress(() => setOpen(false))}
        {...(isHydrated
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": isShown,
              "aria-controls": listId,
              "aria-activedescendant": isShown && active >= 0 ? `${listId}-${active}` : undefined,
            }
          : { list: `${listId}-plain` })}
      />
      {!isHydrated && <Suggestions id={`${listId}-plain`} values={clients.map(addressed)} />}
      <div
        id={listId}
        role="listbox"
        aria-label="People you know"
        hidden={!isShown}
        className={listClass}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
      >
        {meant.map((client, index) => (
          <button
            key={client.email}
            id={`${listId}-${index}`}
            type="button"
            tabIndex={-1}
            role="option"
            aria-selected={index === active}
            className={optionClass}
            onClick={() => choose(client)}
          >
            {client.name} <span className="text-soft">{client.email}</span>
          </button>
        ))}
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {typed.trim() && !chosen && meant.length === 0 && "New client"}
      </p>
    </div>
  );
}

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
