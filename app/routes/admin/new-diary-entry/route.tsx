import { randomUUID } from "node:crypto";
import { href, redirect } from "react-router";
import {
  isDiaryDay,
  type EntryKind,
  entryKindLabels,
  entryKinds,
  readEntryKind,
} from "#app/features/diary/admin/schema.ts";
import { type DiaryFormState, pickedTime } from "#app/features/diary/admin/form-parts.tsx";
import { suggestStarts } from "#app/features/diary/admin/queries.server.ts";
import { priceOf, type Service } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { listTerms } from "#app/features/services/days.server.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { melbourneDay, shortDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { NewEntryForm } from "./form.tsx";
import type { Route } from "./+types/route";
import type { Administrator } from "#app/features/auth/model.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { showOverlaps } from "#app/features/diary/overlaps.server.ts";
import { addTypedEntry } from "#app/features/diary/admin/new-entry.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { orNull } from "#app/server/log.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";

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
