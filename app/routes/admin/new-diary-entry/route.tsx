import { randomUUID } from "node:crypto";
import { href, useNavigation } from "react-router";
import {
  isDiaryDay,
  type EntryKind,
  entryKindLabels,
  entryKinds,
  readEntryKind,
} from "#app/features/diary/admin/schema.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import { suggestStarts } from "#app/features/diary/admin/queries.server.ts";
import { priceOf } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { listTerms } from "#app/features/services/days.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { melbourneDay, shortDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { NewEntryForm } from "./form.tsx";
import type { Route } from "./+types/route";
import { answerNewEntry, offeredClients } from "./actions.server.ts";

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

export const action = answerNewEntry;

export const clientAction = showAnswer<DiaryFormState>;

export default function NewDiaryEntry({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const { kind, initial } = loaderData;
  return (
    <>
      <h1 className="display-3 mb-3">Add to your diary</h1>
      <Kinds kind={kind} day={initial.day} />
      <div className="mb-6 max-w-3xl empty:hidden">
        <FormFailure state={actionData} />
      </div>
      <NewEntryForm key={kind} {...loaderData} posted={actionData} busy={busy} />
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
