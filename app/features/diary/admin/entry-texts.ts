import { type Entry, lengthOf } from "#app/features/diary/model.ts";
import { addDays, melbourneDay, wallTime } from "#app/values/calendar.ts";
import { fromCents } from "#app/values/money.ts";
import { isMidnight } from "#app/values/whole-days.ts";
import { titleOfAway } from "./entry-kinds.ts";

type Texts = Readonly<Record<string, string>>;

export function textsOfEntry(entry: Entry): Texts {
  const ownerNote = entry.ownerNote ?? "";
  if (entry.kind === "away") return { ownerNote, ...awayTexts(entry) };
  if (entry.kind !== "appointment") return { ownerNote, title: entry.title, ...blockTexts(entry) };
  const { title, clientName, clientEmail, student, phone, price, place, placeDetails } = entry;
  return {
    title,
    clientName: clientName ?? "",
    clientEmail: clientEmail ?? "",
    student: student ?? "",
    phone: phone ?? "",
    minutes: String(lengthOf(entry) ?? ""),
    price: price === null ? "" : fromCents(price),
    place: place ?? "studio",
    placeDetails,
    ownerNote,
    tellsClient: "on",
  };
}

const timeAt = (instant: Date) => wallTime(instant).slice(11, 16);

const blockTexts = ({ startsAt, endsAt }: Entry): Texts => ({
  day: melbourneDay(startsAt),
  time: timeAt(startsAt),
  untilTime: timeAt(endsAt),
});

/** A midnight is shown as a whole day. */
function awayTexts({ title, startsAt, endsAt }: Entry): Texts {
  const isUntilMidnight = isMidnight(endsAt);
  const last = melbourneDay(endsAt);
  return {
    awayTitle: title === titleOfAway ? "" : title,
    awayFrom: melbourneDay(startsAt),
    awayFromTime: isMidnight(startsAt) ? "" : timeAt(startsAt),
    awayUntil: isUntilMidnight ? addDays(last, -1) : last,
    awayUntilTime: isUntilMidnight ? "" : timeAt(endsAt),
  };
}

const times = [
  ["day", "time", "untilTime"],
  ["awayFrom", "awayFromTime", "awayUntil", "awayUntilTime"],
].flat();

/** Compares texts: clocks show some times twice, and a form has no seconds. */
export function isRetimed(entry: Entry, values: Texts): boolean {
  const shown = textsOfEntry(entry);
  return times.some((name) => name in shown && shown[name] !== (values[name] ?? "").trim());
}
