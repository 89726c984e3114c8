import { type Administrator, isOwner, type Owner } from "#app/features/auth/model.ts";
import { type DiaryFormState, pickedTime } from "#app/features/appointments/form-parts.tsx";
import { showOverlaps, type Overlapping, keysIn } from "#app/features/diary/overlaps.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { formAction } from "#app/routes/admin/form-actions.server.ts";
import {
  awaySpan,
  editAwaySchema,
  editAppointmentSchema,
  entryLimits,
  momentOf,
  moveEntrySchema,
  readShownVersion,
  titleOfAway,
  isRetimed,
} from "#app/features/diary/schema.ts";
import { cancelAlike } from "#app/features/appointments/strangers.server.ts";
import {
  moveAppointment,
  cancelAppointment,
  editEntry,
  type EntryFields,
  renewLink,
} from "#app/features/appointments/changes.server.tsx";
import {
  confirmRequest,
  declineRequest,
  dismissAppointment,
  releaseAppointment,
  markNoShow,
  unmarkNoShow,
} from "#app/features/appointments/finish.server.ts";
import { endSeries, moveSeries, editSeries } from "#app/features/appointments/series.server.ts";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import {
  invoiceSession,
  paySession,
  invoiceTerm,
} from "#app/features/appointments/session-invoices.server.ts";
import { paymentMethods } from "#app/server/database/enums.ts";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { countCharacters } from "#app/values/text.ts";
import { usualTravel } from "#app/values/travel.ts";
import { readBlock } from "#app/features/appointments/new-entry.server.ts";

type Outcome = { ok: true; values?: Values } | { ok: false; reason: string };
type ChangeOutcome = Outcome | Overlapping | { ok: false; reason: "invalid"; errors: FieldErrors };

type Values = Record<string, string>;

type Sent = {
  db: Db;
  by: Administrator;
  seen: { id: string; version: number };
  /** Overlaps that the owner has agreed to. */
  over: string[];
  values: Values;
};

type EntryAction = {
  done: string;
  failure: string;
  change: (sent: Sent) => Promise<ChangeOutcome>;
};

/** The diary page sends the entry's `id` in the form. */
function entryAction({ done, failure, change }: EntryAction) {
  return formAction<DiaryFormState>({
    failure,
    async run({ db, by, id, values }) {
      const seen = { id: id || (values.id ?? ""), version: readShownVersion(values.version) };
      const result = await change({ db, by, seen, over: keysIn(values.anyway), values });
      if (result.ok) return { ok: true, message: done, values: result.values };
      if ("errors" in result) return { ok: false, errors: result.errors };
      if ("overlaps" in result)
        return {
          ok: false,
          notice: "That time is taken.",
          overlaps: showOverlaps(result.overlaps),
        };
      if (result.reason === "not-found")
        return { ok: false, message: `${failure} It's no longer in the diary.`, status: 404 };
      if (result.reason === "role")
        return { ok: false, message: `${failure} Only the owner can do this.`, status: 403 };
      const why =
        result.reason === "taken"
          ? "That time is taken or over."
          : "It has changed in the meantime: here's how it stands now.";
      return { ok: false, message: `${failure} ${why}` };
    },
  });
}

/** Money is the owner's. */
const byOwner =
  (change: (sent: Sent & { by: Owner }) => Promise<ChangeOutcome>) =>
  async (sent: Sent): Promise<ChangeOutcome> =>
    isOwner(sent.by) ? change({ ...sent, by: sent.by }) : { ok: false, reason: "role" };

const isForClient = ({ values }: Sent) => values.forClient === "on";

/** Of the diary and the page of an entry. */
export const entryActions = {
  confirm: entryAction({
    done: "Confirmed. Your client gets an email.",
    failure: "Not confirmed.",
    change: ({ db, by, seen, over }) => confirmRequest(db, by, { ...seen, over }),
  }),
  decline: entryAction({
    done: "Declined. Your client gets an email.",
    failure: "Not declined.",
    change: (sent) => reasoned(sent, (told) => declineRequest(sent.db, sent.by, told)),
  }),
  release: entryAction({
    done: "It's in your diary. Your client gets an email.",
    failure: "Not booked.",
    change: ({ db, by, seen }) => releaseAppointment(db, by, seen),
  }),
  dismiss: entryAction({
    done: "Deleted.",
    failure: "Not deleted.",
    change: ({ db, by, seen }) => dismissAppointment(db, by, seen),
  }),
  move: entryAction({ done: "Moved.", failure: "Not moved.", change: move }),
  cancel: entryAction({
    done: "Cancelled. The time is free again.",
    failure: "Not cancelled.",
    change: (sent) =>
      reasoned(sent, (told) =>
        cancelAppointment(sent.db, asOwner(sent.by), { ...told, forClient: isForClient(sent) }),
      ),
  }),
  "cancel-alike": entryAction({
    done: "Cancelled. Their times are free again, and only you get an email.",
    failure: "Not cancelled.",
    change: ({ db, by, seen, values }) =>
      cancelAlike(db, by, { ...seen, ids: (values.ids ?? "").split("\n") }),
  }),
  "end-series": entryAction({
    done: "Cancelled. Their times are free again.",
    failure: "Not cancelled.",
    change: (sent) =>
      reasoned(sent, (told) =>
        endSeries(sent.db, sent.by, { ...told, forClient: isForClient(sent) }),
      ),
  }),
  "invoice-term": entryAction({
    done: "Invoice issued for all of them.",
    failure: "Not invoiced.",
    change: byOwner(({ db, by, seen, values }) =>
      invoiceTerm(db, by, { ...seen, count: Number(values.count) }),
    ),
  }),
  "no-show": entryAction({
    done: "Marked as a no-show.",
    failure: "Not saved.",
    change: ({ db, by, seen }) => markNoShow(db, by, seen),
  }),
  came: entryAction({
    done: "Marked as done.",
    failure: "Not saved.",
    change: ({ db, by, seen }) => unmarkNoShow(db, by, seen),
  }),
  invoice: entryAction({
    done: "Invoice issued.",
    failure: "Not invoiced.",
    change: byOwner(({ db, by, seen }) => invoiceSession(db, by, seen)),
  }),
  paid: entryAction({
    done: "Recorded as paid.",
    failure: "Not recorded.",
    change: byOwner(({ db, by, seen, values }) => {
      const method = paymentMethods.find((known) => known === values.method) ?? "other";
      return paySession(db, by, { ...seen, method });
    }),
  }),
  edit: entryAction({ done: "Saved.", failure: "Not saved.", change: edit }),
  "new-link": entryAction({
    done: "There's a new link. The old one doesn't work any more.",
    failure: "No new link made.",
    change: ({ db, by, seen, values }) =>
      renewLink(db, by, { ...seen, tellsClient: values.emailsLink === "on" }),
  }),
};

const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;

async function move({ db, by, seen, over, values }: Sent): Promise<ChangeOutcome> {
  // Without scripts a button fills the fields.
  if (values.pick) return { ok: true, values: { ...values, ...pickedTime(values.pick) } };
  const checked = check(moveEntrySchema, values);
  if (!checked.ok) return invalid(checked.errors);
  const moving = { ...seen, start: momentOf(checked.value)!, over };
  return values.following === "on"
    ? moveSeries(db, by, moving)
    : moveAppointment(db, asOwner(by), moving);
}

async function reasoned(
  sent: Sent,
  command: (told: { id: string; version: number; reason: string }) => Promise<Outcome>,
): Promise<ChangeOutcome> {
  const reason = (sent.values.reason ?? "").trim();
  if (countCharacters(reason) > entryLimits.noteMax)
    return invalid({ reason: `Please keep it under ${entryLimits.noteMax} characters.` });
  return command({ ...sent.seen, reason });
}

async function edit({ db, by, seen, over, values }: Sent): Promise<ChangeOutcome> {
  const entry = await findEntry(db, { id: seen.id });
  if (!entry) return { ok: false, reason: "not-found" };
  const read =
    entry.kind === "appointment" ? readAppointment(entry, values) : readTaken(entry, values);
  if (!read.ok) return invalid(read.errors);
  const editing = {
    ...seen,
    fields: read.value,
    travel: read.travel,
    over,
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

function readAppointment(entry: Entry, values: Values): Read {
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

function readTaken(entry: Entry, values: Values): Read {
  const read = entry.kind === "away" ? readAway(values) : readBlock(values);
  if (!read.ok) return read;
  const { title, ownerNote, startsAt, endsAt } = read.value;
  const times = isRetimed(entry, values) ? { startsAt, endsAt } : {};
  return { ok: true, value: { title, ownerNote: ownerNote ?? null, ...times } };
}

function readAway(values: Values) {
  const checked = check(editAwaySchema, values);
  if (!checked.ok) return checked;
  const { awayTitle, ownerNote } = checked.value;
  const { start, end } = awaySpan(checked.value)!;
  const value = { title: awayTitle || titleOfAway, ownerNote, startsAt: start, endsAt: end };
  return { ok: true, value } as const;
}
