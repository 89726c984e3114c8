import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { actorName, type Actor, type Entry } from "./model.ts";

const recordedFields = [
  "title",
  "startsAt",
  "endsAt",
  "state",
  "declined",
  "firm",
  "price",
  "place",
  "placeDetails",
  "clientName",
  "clientEmail",
  "phone",
  "student",
  "note",
  "ownerNote",
  "cancelledBy",
  "cancelledLate",
] as const satisfies readonly (keyof Entry)[];

const toldOfNew = ["title", "startsAt", "endsAt", "state", "firm", "price", "place"] as const;

type Recorded = { action: string; actor: Actor; before?: Entry; reason?: string };

export function recordEntry(
  tx: Db,
  entry: Entry,
  { action, actor, before, reason }: Recorded,
  now: Date,
): Promise<void> {
  const fields = before
    ? recordedFields.filter((field) => textOf(before[field]) !== textOf(entry[field]))
    : toldOfNew.filter((field) => entry[field] !== null);
  const only = (of: Entry) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  return recordActivity(
    tx,
    {
      actor: actorName(actor),
      action,
      subject: { kind: "appointment", id: entry.id, label: entryLabel(entry) },
      ...(before && { before: only(before) }),
      after: { ...only(entry), ...(reason && { reason }) },
    },
    now,
  );
}

const textOf = (value: unknown) => JSON.stringify(value);

export function entryLabel({ title, clientName, student }: Entry): string {
  const who = student || clientName;
  return who ? `${title}, ${who}` : title;
}
