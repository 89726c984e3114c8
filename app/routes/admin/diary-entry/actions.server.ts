import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type EntryIntent,
  entryToasts,
  isEntryIntent,
  type DiaryFormState,
} from "#app/features/diary/admin/form-state.ts";
import { showOverlaps, type Overlap, keysIn } from "#app/features/diary/overlaps.server.ts";
import { pickedTime } from "#app/features/diary/admin/form-parts.tsx";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { singleValuesOf } from "#app/routes/admin/new-diary-entry/actions.server.ts";
import { awaySpan, editAwaySchema } from "#app/features/diary/away-schema.ts";
import { cancelAlike } from "#app/features/diary/strangers.server.ts";
import { moveAppointment, cancelAppointment } from "#app/features/diary/changes.server.ts";
import {
  confirmRequest,
  declineRequest,
  dismissAppointment,
  releaseAppointment,
} from "#app/features/diary/decide.server.ts";
import { endSeries, moveSeries, editSeries } from "#app/features/diary/series.server.ts";
import { editEntry, type EntryFields, renewLink } from "#app/features/diary/edit.server.tsx";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { markNoShow, unmarkNoShow } from "#app/features/diary/finish.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import {
  invoiceSession,
  paySession,
  invoiceTerm,
} from "#app/features/diary/session-invoices.server.ts";
import { readShownVersion } from "#app/features/diary/schema.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { countCharacters } from "#app/values/text.ts";
import {
  editAppointmentSchema,
  entryLimits,
  momentOf,
  moveEntrySchema,
  titleOfAway,
  isRetimed,
} from "#app/features/diary/admin/schema.ts";
import { usualTravel } from "#app/values/travel.ts";
import { readBlock } from "#app/features/diary/admin/new-entry.server.ts";

/** The diary page sends the entry's `id` in the form. */
export async function answerEntryAction(request: Request, by: Administrator, entryId?: string) {
  const values = singleValuesOf(await readForm(request));
  const { intent } = values;
  if (!isEntryIntent(intent))
    return data<DiaryFormState>({ ok: false, message: "Choose what to do." }, 400);
  // Without scripts a button fills the fields.
  if (intent === "move" && values.pick)
    return data<DiaryFormState>({
      ok: true,
      intent,
      values: { ...values, ...pickedTime(values.pick) },
    });
  const typed = { ok: false, intent, values } satisfies DiaryFormState;
  const failure = entryToasts[intent].failure.title;
  try {
    const result = await changeDiaryEntry(intent, getDb(), by, entryId ?? values.id ?? "", values);
    if (result.ok) return data<DiaryFormState>({ ok: true, intent });
    const { status, state } = refusalOf(intent, result);
    return data<DiaryFormState>({ ...typed, ...state }, status);
  } catch (error) {
    log.error({ err: error, intent }, "diary entry not changed");
    return data<DiaryFormState>({ ...typed, message: failure, ...unknownOutcomeOf(error) }, 503);
  }
}

type Refusal = { status: number; state: Partial<DiaryFormState> };

function refusalOf(intent: EntryIntent, result: Exclude<ChangeResult, { ok: true }>): Refusal {
  const failure = entryToasts[intent].failure.title;
  switch (result.reason) {
    case "invalid":
      return { status: 422, state: { errors: result.errors } };
    case "overlaps":
      return {
        status: 409,
        state: { notice: "That time is taken.", overlaps: showOverlaps(result.overlaps) },
      };
    case "not-found":
      return { status: 404, state: { message: `${failure} It's no longer in the diary.` } };
    case "taken":
      return { status: 409, state: { message: `${failure} That time is taken or over.` } };
    case "changed":
      return {
        status: 409,
        state: { message: `${failure} It has changed in the meantime: here's how it stands now.` },
      };
  }
}

/** `changed`: the entry has another version than the page showed. */
type ChangeResult =
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
