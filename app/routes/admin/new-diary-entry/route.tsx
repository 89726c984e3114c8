import { randomUUID } from "node:crypto";
import { href, redirect, Form, Link } from "react-router";
import {
  isDiaryDay,
  type EntryKind,
  entryKindLabels,
  entryKinds,
  readEntryKind,
  newAppointmentSchema,
  newAwaySchema,
  newBlockSchema,
  titleOfAway,
} from "#app/features/diary/schema.ts";
import {
  type DiaryFormState,
  pickedTime,
  EntryColumns,
  OwnerNote,
  TimePair,
  OverlapQuestion,
  BlockTimes,
  type FieldOf,
  type SeriesDates,
} from "#app/features/appointments/form-parts.tsx";
import { suggestStarts } from "#app/features/appointments/queries.server.ts";
import { priceOf, type Service } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { listTerms } from "#app/features/services/days.server.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { FormFailure, ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { melbourneDay, shortDay, type Day } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { showOverlaps } from "#app/features/diary/overlaps.server.ts";
import { addTypedEntry } from "#app/features/appointments/new-entry.server.ts";
import { guardOf, guardNames } from "#app/features/intake/model.ts";
import { orNull } from "#app/server/log.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import type { KnownClient } from "#app/values/names.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import { Fragment } from "react";
import { Field } from "#app/ui/fields.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { TickLine } from "#app/ui/admin/fields.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { LeaveGuard, SubmitButton } from "#app/ui/admin/form.tsx";
import { AppointmentFields, type OfferedService, type OfferedTerm } from "./appointment-fields.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Add to your diary" };

export function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const asked = new URL(request.url).searchParams;
  const kind = readEntryKind(asked.get("kind"));
  const today = melbourneDay(new Date());
  const day = asked.get("day") ?? "";
  return load("Failed to load the diary.", async () => {
    const all = await listServices(getDb(), { all: true });
    const services = all.filter(({ active }) => active);
    const service =
      services.find(({ id }) => id === asked.get("service")) ??
      (asked.has("service") ? null : services[0]);
    const clients = kind === "appointment" ? await offeredClients(by) : [];
    const client = clients.find(({ email }) => email === asked.get("client")?.toLowerCase());
    return {
      kind,
      today,
      formKey: randomUUID(),
      services: services.map((one) => ({ id: one.id, name: one.name, price: priceOf(one) })),
      clients,
      terms: (await listTerms(getDb(), by, today)).map(({ name, lastDay }) => ({
        lastDay,
        label: `${name}, ${shortDay(lastDay, today)}`,
      })),
      starts: service
        ? await suggestStarts(getDb(), by, service, { day: isDiaryDay(day) ? day : null })
        : [],
      initial: {
        day: isDiaryDay(day) ? day : kind === "appointment" ? "" : today,
        serviceId: service?.id ?? "",
        clientName: client?.name ?? "",
        clientEmail: client?.email ?? asked.get("client") ?? "",
      },
    };
  });
}

const failure = "Not saved.";

export const action = answerForms<DiaryFormState>(
  {
    times: formAction<DiaryFormState>({
      failure,
      async run({ db, by, values }) {
        const shown = { ...values, ...(values.pick && pickedTime(values.pick)) };
        const services = await listServices(db, { all: true });
        return { ok: true, values: shown, starts: await startsFor(db, by, services, shown) };
      },
    }),
    add: formAction<DiaryFormState>({
      failure,
      async run({ db, by, values }) {
        const services = await listServices(db, { all: true });
        const kind = readEntryKind(values.kind ?? null);
        const { key } = guardOf(values);
        const clients = kind === "appointment" ? await offeredClients(by) : [];
        const result = await addTypedEntry(db, by, kind, { values, services, clients, key });
        if (result.ok) return redirect(pageAfter(result.entry), 303);
        const starts = await startsFor(db, by, services, values);
        if (result.reason === "invalid")
          return { ok: false, errors: result.errors, starts, series: result.series };
        // No toast: the page says it all, and the toast would outlast the next reply.
        const asks = { ok: false, errors: {}, starts };
        if (result.reason === "series") {
          const { series } = result;
          return { ...asks, series, status: series.isChanged ? 409 : 200 };
        }
        return { ...asks, overlaps: showOverlaps(result.overlaps), status: 409 };
      },
    }),
  },
  (form) => (form.has("pick") ? "times" : "add"),
);

export const clientAction = showAnswer<DiaryFormState>;

export default function NewDiaryEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, initial } = loaderData;
  return (
    <>
      <h1 className="display-3 mb-3">Add to your diary</h1>
      <Kinds kind={kind} day={initial.day} />
      <div className="mb-6 max-w-3xl empty:hidden">
        <FormFailure state={actionData} />
      </div>
      <NewEntryForm key={kind} {...loaderData} posted={actionData} />
    </>
  );
}

function Kinds({ kind, day }: { kind: EntryKind; day: string }) {
  return (
    <Tabs
      label="What it is"
      tabs={entryKinds.map((one) => ({
        name: entryKindLabels[one],
        to: `${href("/admin/diary/new")}?${new URLSearchParams({ kind: one, ...(day && { day }) })}`,
        isShown: one === kind,
      }))}
    />
  );
}

/** Only the most recent clients are offered by name. */
const mostOffered = 500;

async function offeredClients(by: Administrator): Promise<KnownClient[]> {
  const list = { ...readListQuery(new URLSearchParams(), clientListShape), pageSize: mostOffered };
  const found = await orNull(listClients(getDb(), by, list));
  return found?.rows.map(({ name, email }) => ({ name, email })) ?? [];
}

async function startsFor(
  db: Db,
  by: Administrator,
  services: readonly Service[],
  values: Readonly<Record<string, string>>,
) {
  const service = services.find(({ id }) => id === values.serviceId);
  const day = isDiaryDay(values.day ?? "") ? values.day! : null;
  return service ? suggestStarts(db, by, service, { day }) : [];
}

function pageAfter({ id, kind, startsAt }: { id: string; kind: string; startsAt: Date }): string {
  if (kind === "appointment") return href("/admin/diary/:id", { id });
  return `${href("/admin/diary")}?${new URLSearchParams({ day: melbourneDay(startsAt) })}`;
}

const schemas = { appointment: newAppointmentSchema, block: newBlockSchema, away: newAwaySchema };
const buttons: Record<EntryKind, string> = {
  appointment: "Add Appointment",
  block: "Block This Time",
  away: "Add Days Away",
};

type NewEntryFormProps = {
  kind: EntryKind;
  formKey: string;
  initial: Readonly<Record<string, string>>;
  services: readonly OfferedService[];
  clients: readonly KnownClient[];
  terms: readonly OfferedTerm[];
  starts: readonly Date[];
  today: Day;
  posted: DiaryFormState | undefined;
};

function NewEntryForm(props: NewEntryFormProps) {
  const { kind, formKey, initial, today, posted } = props;
  const { errors, handlers } = useFormErrors(schemas[kind], posted?.errors);
  const values = posted?.values ?? initial;
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form
      method="post"
      data-done="It's in your diary."
      className="flex flex-col gap-5"
      {...handlers}
    >
      {/* Enter in a field presses the first button. */}
      <SubmitButton tabIndex={-1} aria-hidden="true" className="sr-only">
        {buttons[kind]}
      </SubmitButton>
      <LeaveGuard />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      <OverlapQuestion overlaps={posted?.overlaps} yes="Put It in Anyway" />
      <SeriesDatesQuestion
        key={posted?.series?.dates.map(({ startsAt }) => startsAt.getTime()).join()}
        series={posted?.series}
        values={values}
      />
      {kind === "appointment" && (
        <AppointmentFields
          {...props}
          starts={posted?.starts ?? props.starts}
          values={values}
          field={field}
        />
      )}
      {kind === "block" && <BlockFields field={field} />}
      {kind === "away" && <DaysAwayFields field={field} />}
      <p className="flex flex-wrap gap-3">
        <SubmitButton>{buttons[kind]}</SubmitButton>
        <Link to={`${href("/admin/diary")}?day=${initial.day ?? today}`} className="button quiet">
          Cancel
        </Link>
      </p>
    </Form>
  );
}

function BlockFields({ field }: { field: FieldOf }) {
  return (
    <EntryColumns
      what={
        <Field
          {...field("title")}
          label="What it is"
          hint="Such as Practice, or Dentist. Visitors only see that you aren't free."
          autoComplete="off"
        />
      }
      when={<BlockTimes field={field} />}
    >
      <OwnerNote field={field} />
    </EntryColumns>
  );
}

function DaysAwayFields({ field }: { field: FieldOf }) {
  return (
    <EntryColumns
      what={
        <Field
          {...field("title")}
          label="What it is"
          hint={`Such as Holiday, or On tour. Left empty, it's called ${titleOfAway}.`}
          autoComplete="off"
          optional
        />
      }
      when={
        <TimePair>
          <Field {...field("day")} label="First day" type="date" />
          <Field {...field("untilDay")} label="Last day" type="date" />
        </TimePair>
      }
    >
      <OwnerNote field={field} />
    </EntryColumns>
  );
}

type Props = {
  series: SeriesDates | undefined;
  values: Readonly<Record<string, string>>;
};

function SeriesDatesQuestion({ series, values }: Props) {
  if (!series) return null;
  const { dates, isChanged, isOutside } = series;
  const taken = dates.filter(({ overlaps }) => overlaps.says.length > 0);
  const offered = dates.map(({ startsAt }) => startsAt.toISOString()).join(" ");
  const isSeen = values.offered === offered;
  const ticked = values.starts?.split("\n") ?? [];
  return (
    <FormMessage ok={taken.length === 0 && !isChanged}>
      <p className="font-semibold">{headingFor(dates.length, taken.length, isChanged)}</p>
      {isOutside && <p>That time is outside the hours of your usual week.</p>}
      <ul className="mb-3" id="starts">
        {dates.map(({ startsAt, overlaps, instead }) => {
          const value = startsAt.toISOString();
          const other = instead && `${value}>${instead.toISOString()}`;
          return (
            <Fragment key={value}>
              <TickLine
                name="starts"
                value={value}
                defaultChecked={isSeen ? ticked.includes(value) : overlaps.says.length === 0}
              >
                <When at={startsAt} />
                {overlaps.says.map((overlap) => (
                  <span key={overlap} className="block text-base">
                    {overlap}
                  </span>
                ))}
              </TickLine>
              {other && (
                <TickLine name="starts" value={other} defaultChecked={ticked.includes(other)}>
                  Instead the next free time, <When at={instead} />
                </TickLine>
              )}
            </Fragment>
          );
        })}
      </ul>
      <input type="hidden" name="offered" value={offered} />
      <input
        type="hidden"
        name="taken"
        value={taken.flatMap(({ overlaps }) => overlaps.keys).join(" ")}
      />
      <SubmitButton>Add Those Ticked</SubmitButton>
    </FormMessage>
  );
}

function headingFor(dates: number, taken: number, isChanged: boolean): string {
  if (isChanged) return "Something else is in the way now. Look at the dates once more:";
  if (taken === 0) return `${dates === 1 ? "The date is" : `All ${dates} dates are`} free:`;
  const have = taken === 1 ? "has" : "have";
  return `${taken} of ${dates} dates ${have} something in the way. Tick one to put it there all the same:`;
}
