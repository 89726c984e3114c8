import type { Administrator } from "#app/features/auth/model.ts";
import { awaySpan, editAwaySchema } from "#app/features/diary/away-schema.ts";
import { cancelAlike } from "#app/features/diary/cancel-alike.server.ts";
import { cancelAppointment } from "#app/features/diary/cancel.server.ts";
import {
  confirmRequest,
  declineRequest,
  dismissAppointment,
  releaseAppointment,
} from "#app/features/diary/decide.server.ts";
import { editSeries } from "#app/features/diary/edit-series.server.ts";
import { editEntry, type EntryFields } from "#app/features/diary/edit.server.ts";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { markNoShow, unmarkNoShow } from "#app/features/diary/mark.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import { moveAppointment } from "#app/features/diary/move.server.ts";
import { invoiceSession, paySession } from "#app/features/diary/owner-invoices.server.ts";
import { keysIn } from "#app/features/diary/overlap-words.server.ts";
import type { Overlap } from "#app/features/diary/overlaps.server.ts";
import { endSeries, moveSeries } from "#app/features/diary/series.server.ts";
import { invoiceTerm } from "#app/features/diary/term-invoice.server.ts";
import { renewLink } from "#app/features/diary/renew.server.tsx";
import { readShownVersion } from "#app/features/diary/schema.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { countCharacters } from "#app/values/text.ts";
import { editAppointmentSchema, entryLimits, momentOf, moveEntrySchema } from "./entry-rules.ts";
import { usualTravel } from "#app/values/travel.ts";
import { isRetimed } from "./entry-texts.ts";
import { titleOfAway } from "./entry-kinds.ts";
import { readBlock } from "./new-entry.server.ts";
import type { EntryIntent } from "./toasts.ts";

/** `changed`: the entry has another version than the page showed. */
export type ChangeResult =
  | { ok: true }
  | { ok: false; reason: "not-found" | "changed" | "taken" }
  | { ok: false; reason: "overlaps"; overlaps: Overlap[] }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

type Sent = { db: Db; by: Administrator; id: string; values: Readonly<Record<string, string>> };

export async function changeDiaryEntry(
  intent: EntryIntent,
  db: Db,
  by: Administrator,
  id: string,
  values: Sent["values"],
): Promise<ChangeResult> {
  const result = await changes[intent]({ db, by, id, values });
  if (result.ok) return { ok: true };
  if ("overlaps" in result) return { ok: false, reason: "overlaps", overlaps: result.overlaps };
  if ("errors" in result) return result;
  const { reason } = result;
  return { ok: false, reason: reason === "not-found" || reason === "taken" ? reason : "changed" };
}

type Outcome = { ok: true } | { ok: false; reason: string };
type ChangeOutcome = Outcome | Extract<ChangeResult, { overlaps: unknown } | { errors: unknown }>;

const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;

const seen = ({ id, values }: Sent) => ({ id, version: readShownVersion(values.version) });

const idsOf = ({ values }: Sent) => (values.ids ?? "").split("\n");

const overOf = ({ values }: Sent) => keysIn(values.anyway);

const changes: Record<EntryIntent, (sent: Sent) => Promise<ChangeOutcome>> = {
  confirm: (sent) => confirmRequest(sent.db, sent.by, { ...seen(sent), over: overOf(sent) }),
  decline: (sent) => reasoned(sent, (told) => declineRequest(sent.db, sent.by, told)),
  release: (sent) => releaseAppointment(sent.db, sent.by, seen(sent)),
  dismiss: (sent) => dismissAppointment(sent.db, sent.by, seen(sent)),
  cancel: (sent) =>
    reasoned(sent, (told) =>
      cancelAppointment(sent.db, asOwner(sent.by), {
        ...told,
        forClient: sent.values.forClient === "on",
      }),
    ),
  "end-series": (sent) =>
    reasoned(sent, (told) =>
      endSeries(sent.db, sent.by, { ...told, forClient: sent.values.forClient === "on" }),
    ),
  "cancel-alike": (sent) => cancelAlike(sent.db, sent.by, { ...seen(sent), ids: idsOf(sent) }),
  move: async (sent) => {
    const checked = check(moveEntrySchema, sent.values);
    if (!checked.ok) return invalid(checked.errors);
    const moving = { ...seen(sent), start: momentOf(checked.value)!, over: overOf(sent) };
    return sent.values.following === "on"
      ? moveSeries(sent.db, sent.by, moving)
      : moveAppointment(sent.db, asOwner(sent.by), moving);
  },
  paid: (sent) => {
    const method = paymentMethods.find((known) => known === sent.values.method) ?? "other";
    return paySession(sent.db, sent.by, { id: sent.id, method });
  },
  "invoice-term": (sent) =>
    invoiceTerm(sent.db, sent.by, { ...seen(sent), count: Number(sent.values.count) }),
  invoice: (sent) => invoiceSession(sent.db, sent.by, sent.id),
  "no-show": (sent) => markNoShow(sent.db, sent.by, seen(sent)),
  came: (sent) => unmarkNoShow(sent.db, sent.by, seen(sent)),
  edit,
  "new-link": (sent) =>
    renewLink(sent.db, sent.by, { ...seen(sent), tellsClient: sent.values.emailsLink === "on" }),
};

async function reasoned(
  sent: Sent,
  command: (told: { id: string; version: number; reason: string }) => Promise<Outcome>,
): Promise<ChangeOutcome> {
  const reason = (sent.values.reason ?? "").trim();
  if (countCharacters(reason) > entryLimits.noteMax)
    return invalid({ reason: `Please keep it under ${entryLimits.noteMax} characters.` });
  return command({ ...seen(sent), reason });
}

async function edit(sent: Sent): Promise<ChangeOutcome> {
  const { db, by, id, values } = sent;
  const entry = await findEntry(db, { id });
  if (!entry) return { ok: false, reason: "not-found" };
  const read =
    entry.kind === "appointment" ? readAppointment(entry, values) : readTaken(entry, values);
  if (!read.ok) return invalid(read.errors);
  const editing = {
    ...seen(sent),
    fields: read.value,
    travel: read.travel,
    over: overOf(sent),
    tellsClient: values.tellsClient === "on",
  };
  if (values.following !== "on" || !entry.seriesId) return editEntry(db, by, editing);
  const { clientEmail = entry.clientEmail } = read.value;
  // The former address knows the link of every session of the series.
  if (clientEmail !== entry.clientEmail)
    return invalid({ clientEmail: "A new address is saved for one session at a time." });
  return editSeries(db, by, editing);
}

type Read =
  | { ok: true; value: EntryFields; travel?: number | undefined }
  | { ok: false; errors: FieldErrors };

function readAppointment(entry: Entry, values: Sent["values"]): Read {
  const checked = check(editAppointmentSchema, values);
  if (!checked.ok) return checked;
  const { minutes, place, travelMinutes, ...others } = checked.value;
  const isTrip = place === "client" && entry.place !== "client";
  const travel = travelMinutes ?? (isTrip ? usualTravel : undefined);
  const fields = { ...others, place: place ?? "studio" };
  const end = new Date(entry.startsAt.getTime() + minutes! * 60_000);
  // An unchanged end needs no check for overlaps.
  const isLonger = end.getTime() !== entry.endsAt.getTime();
  return { ok: true, value: { ...fields, ...(isLonger && { endsAt: end }) }, travel };
}

function readTaken(entry: Entry, values: Sent["values"]): Read {
  const read = entry.kind === "away" ? readAway(values) : readBlock(values);
  if (!read.ok) return read;
  const { title, ownerNote, startsAt, endsAt } = read.value;
  const times = isRetimed(entry, values) ? { startsAt, endsAt } : {};
  return { ok: true, value: { title, ownerNote: ownerNote ?? null, ...times } };
}

function readAway(values: Sent["values"]) {
  const checked = check(editAwaySchema, values);
  if (!checked.ok) return checked;
  const { awayTitle, ownerNote } = checked.value;
  const { start, end } = awaySpan(checked.value)!;
  const value = { title: awayTitle || titleOfAway, ownerNote, startsAt: start, endsAt: end };
  return { ok: true, value } as const;
}
