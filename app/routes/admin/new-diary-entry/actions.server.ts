import { href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { isDiaryDay, readEntryKind } from "#app/features/diary/admin/schema.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import { showOverlaps } from "#app/features/diary/overlaps.server.ts";
import { addTypedEntry } from "#app/features/diary/admin/new-entry.server.ts";
import { suggestStarts } from "#app/features/diary/admin/queries.server.ts";
import { pickedTime } from "#app/features/diary/admin/form-parts.tsx";
import { guardOf } from "#app/features/intake/model.ts";
import type { Service } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { orNull } from "#app/server/log.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";

/** Only the most recent clients are offered by name. */
const mostOffered = 500;

export async function offeredClients(by: Administrator): Promise<KnownClient[]> {
  const list = { ...readListQuery(new URLSearchParams(), clientListShape), pageSize: mostOffered };
  const found = await orNull(listClients(getDb(), by, list));
  return found?.rows.map(({ name, email }) => ({ name, email })) ?? [];
}

const failure = "Not saved.";

export const answerNewEntry = answerForms<DiaryFormState>(
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
