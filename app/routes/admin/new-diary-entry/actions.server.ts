import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { listClients } from "#app/features/clients/people.server.ts";
import { isDiaryDay, readEntryKind } from "#app/features/diary/admin/schema.ts";
import { newEntryToasts, type DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import { showOverlaps } from "#app/features/diary/overlaps.server.ts";
import { addTypedEntry } from "#app/features/diary/admin/new-entry.server.ts";
import { suggestStarts } from "#app/features/diary/admin/queries.server.ts";
import { pickedTime } from "#app/features/diary/admin/form-parts.tsx";
import { guardOf } from "#app/features/intake/model.ts";
import type { Service } from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log, orNull } from "#app/server/log.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import { formValues } from "#app/values/rules.ts";

type Values = Record<string, string>;

/** Only the most recent clients are offered by name. */
const mostOffered = 500;

export async function offeredClients(by: Administrator): Promise<KnownClient[]> {
  const list = { ...readListQuery(new URLSearchParams(), clientListShape), pageSize: mostOffered };
  const found = await orNull(listClients(getDb(), by, list));
  return found?.rows.map(({ name, email }) => ({ name, email })) ?? [];
}

export async function answerNewEntry(request: Request, by: Administrator) {
  const values = singleValuesOf(await readForm(request));
  const typed = { values, ok: false } satisfies DiaryFormState;
  try {
    const services = await listServices(getDb(), { all: true });
    if (values.pick || values.intent === "times") {
      const shown = { ...values, ...(values.pick && pickedTime(values.pick)) };
      const starts = await startsFor(by, services, shown);
      return data<DiaryFormState>({ ok: true, values: shown, starts });
    }
    const kind = readEntryKind(values.kind ?? null);
    const { key } = guardOf(values);
    const clients = kind === "appointment" ? await offeredClients(by) : [];
    const sent = { values, services, clients, key };
    const result = await addTypedEntry(getDb(), by, kind, sent);
    if (result.ok) return redirect(pageAfter(result.entry), 303);
    const starts = await startsFor(by, services, values);
    if (result.reason === "invalid") {
      const { errors } = result;
      const series = "series" in result ? result.series : undefined;
      return data<DiaryFormState>({ ...typed, errors, starts, ...(series && { series }) }, 422);
    }
    if (result.reason === "series") {
      const { series } = result;
      const shown = { ...typed, errors: {}, starts, series };
      return data<DiaryFormState>(shown, series.isChanged ? 409 : 200);
    }
    const overlaps = showOverlaps(result.overlaps);
    // No toast: the page says it all, and the toast would outlast the next reply.
    return data<DiaryFormState>({ ...typed, errors: {}, overlaps, starts }, 409);
  } catch (error) {
    log.error({ err: error }, "diary entry not added");
    const message = newEntryToasts.failure.title;
    return data<DiaryFormState>({ ...typed, message, ...unknownOutcomeOf(error) }, 503);
  }
}

export function singleValuesOf(form: FormData): Values {
  const entries = Object.entries(formValues(form));
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join("\n")]));
}

async function startsFor(by: Administrator, services: readonly Service[], values: Values) {
  const service = services.find(({ id }) => id === values.serviceId);
  const day = isDiaryDay(values.day ?? "") ? values.day! : null;
  return service ? suggestStarts(getDb(), by, service, { day }) : [];
}

function pageAfter({ id, kind, startsAt }: { id: string; kind: string; startsAt: Date }): string {
  if (kind === "appointment") return href("/admin/diary/:id", { id });
  return `${href("/admin/diary")}?${new URLSearchParams({ day: melbourneDay(startsAt) })}`;
}
