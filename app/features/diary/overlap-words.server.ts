import { melbourneDay, melbourneZone, shortDay, shortTime } from "#app/values/calendar.ts";
import { daysAndTimes, wholeDays } from "#app/values/whole-days.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import { type Overlap, overlapKey } from "./overlaps.server.ts";

const mostNamed = 3;

/** `It overlaps Ada Visitor's Voice and piano, 60 minutes (4:00 pm–5:00 pm).` Null for none. */
export function saysOverlaps(overlaps: readonly Overlap[]): string | null {
  if (overlaps.length === 0) return null;
  const named = overlaps.slice(0, mostNamed).map(sayOverlap);
  const others = overlaps.length - named.length;
  return `It overlaps ${allOf([...named, ...(others > 0 ? [countOf(others, "other")] : [])])}.`;
}

export function asksAboutOverlaps(overlaps: readonly Overlap[]): string {
  const said = saysOverlaps(overlaps);
  return said ? `${said} Save anyway?` : "";
}

function sayOverlap({ entry, title, startsAt, endsAt }: Overlap): string {
  const who = entry?.student || entry?.clientName;
  return `${who ? `${who}'s ` : ""}${title} (${sayTimes(startsAt, endsAt)})`;
}

function sayTimes(startsAt: Date, endsAt: Date): string {
  const [first, last] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  if (wholeDays({ startsAt, endsAt })) return daysAndTimes({ startsAt, endsAt }, first);
  const time = (instant: Date) => zonedTime(instant, melbourneZone);
  if (first === last) return `${time(startsAt)}–${time(endsAt)}`;
  return `${shortDay(first, first)}, ${time(startsAt)} – ${shortDay(last, first)}, ${time(endsAt)}`;
}

export type ShownOverlaps = { says: string[]; keys: string[] };

export const showOverlaps = (overlaps: readonly Overlap[], now = new Date()): ShownOverlaps => ({
  says: overlapsInWords(overlaps, now),
  keys: overlaps.map(overlapKey),
});

export function showInSentence(overlaps: readonly Overlap[]): ShownOverlaps | null {
  const sentence = saysOverlaps(overlaps);
  return sentence ? { says: [sentence], keys: overlaps.map(overlapKey) } : null;
}

/** Browsers send the newline of a hidden field as CRLF. */
export const keysIn = (typed = ""): string[] => typed.split(/\s+/u).filter(Boolean);

const mostListed = 8;

/** `Thu 26 Nov, 10:00 am: Voice and piano, 60 minutes, Ada Visitor`. */
export function overlapsInWords(overlaps: readonly Overlap[], now = new Date()): string[] {
  const today = melbourneDay(now);
  const named = overlaps.slice(0, mostListed).map(({ entry, title, startsAt, endsAt }) => {
    const who = entry && (entry.student || entry.clientName);
    const when = wholeDays({ startsAt, endsAt })
      ? daysAndTimes({ startsAt, endsAt }, today)
      : shortTime(startsAt, today);
    return `${when}: ${[title, who].filter(Boolean).join(", ")}`;
  });
  const more = overlaps.length - named.length;
  return more > 0 ? [...named, `and ${more} more`] : named;
}
