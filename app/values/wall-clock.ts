import { addDays, type Day, daysBetween, isDay, isInstant, wallTime } from "./calendar.ts";

const msPerMinute = 60_000;
const minutesPerDay = 1440;
const msPerDay = 86_400_000;
const epoch: Day = "1970-01-01";

/** `end` is exclusive. */
export type Span = { start: Date; end: Date };

/** Melbourne's offset from UTC, in milliseconds. */
function offsetAt(time: number): number {
  const shown = Date.parse(`${wallTime(new Date(time)).replace(" ", "T")}Z`);
  return shown - Math.floor(time / 1000) * 1000;
}

type WallDay = {
  /** The day's midnight as if clocks showed UTC. */
  midnight: number;
  /** {@link offsetAt} the days before and after; two only where clocks change in between. */
  offsets: readonly number[];
};

// Intl takes longer than everything else about a list of times.
const wallDays = new Map<Day, WallDay | null>();
const mostWallDays = 2000;

function wallDayOf(day: Day): WallDay | null {
  const known = wallDays.get(day);
  if (known !== undefined) return known;
  // Limits the cache: visitors choose days in URLs.
  if (wallDays.size >= mostWallDays) wallDays.clear();
  const found = isDay(day) ? findWallDay(day) : null;
  wallDays.set(day, found);
  return found;
}

function findWallDay(day: Day): WallDay {
  const midnight = daysBetween(epoch, day) * msPerDay;
  // No offset is a whole day. The greater one gives the earlier instant.
  const offsets = [midnight - msPerDay, midnight + 2 * msPerDay].map(offsetAt);
  return { midnight, offsets: [...new Set(offsets)].toSorted((one, other) => other - one) };
}

/** May go past the day. Null for a skipped time or an invalid day; the first of a repeated time. */
export function instantOf(day: Day, minutes: number): Date | null {
  if (!Number.isInteger(minutes)) return null;
  if (minutes < 0 || minutes > minutesPerDay) {
    const days = Math.floor(minutes / minutesPerDay);
    return instantOf(addDays(day, days), minutes - days * minutesPerDay);
  }
  const wallDay = wallDayOf(day);
  if (!wallDay) return null;
  const wall = wallDay.midnight + minutes * msPerMinute;
  const [first = 0, second] = wallDay.offsets;
  if (second === undefined) return new Date(wall - first);
  const offset = [first, second].find((one) => offsetAt(wall - one) === one);
  return offset === undefined ? null : new Date(wall - offset);
}

/** As {@link instantOf}, but a skipped time becomes the moment of the change. */
export function instantFrom(day: Day, minutes: number): Date | null {
  for (let later = 0; later <= 120; later++) {
    const instant = instantOf(day, minutes + later);
    if (instant) return instant;
  }
  return null;
}

type Clock = { day: Intl.DateTimeFormat; wall: Intl.DateTimeFormat; name: Intl.DateTimeFormat };

const clocks = new Map<string, Clock>();
const mostClocks = 100;
// Intl abbreviates a zone only in the English of its country, else it writes `GMT+1`.
const locales = ["AU", "GB", "US", "CA", "NZ", "IN", "ZA", "IE", "SG", "HK"].map(
  (at) => `en-${at}`,
);
const summerAndWinter = [new Date("2026-01-15T00:00:00Z"), new Date("2026-07-15T00:00:00Z")];

function nameFormat(timeZone: string): Intl.DateTimeFormat {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" });
  for (const locale of locales) {
    const names = summerAndWinter.map((instant) => zoneName(format(locale), instant));
    if (names.every((name) => !/^(GMT|UTC)./.test(name))) return format(locale);
  }
  return format(locales[0]!);
}

const zoneName = (format: Intl.DateTimeFormat, instant: Date) =>
  format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";

function clockOf(zone: string): Clock {
  const known = clocks.get(zone);
  if (known) return known;
  const day = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const wall = new Intl.DateTimeFormat("en-AU", {
    timeZone: zone,
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
  });
  // Limits the cache: visitors choose zones in URLs.
  if (clocks.size >= mostClocks) clocks.clear();
  const clock = { day, wall, name: nameFormat(zone) };
  clocks.set(zone, clock);
  return clock;
}

const zonePattern = /^(?=.{2,40}$)[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

export function isZone(text: string): boolean {
  if (!zonePattern.test(text)) return false;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws for an unknown zone. */
export function zonedDay(instant: Date, zone: string): Day {
  return isInstant(instant) ? clockOf(zone).day.format(instant) : "N/A";
}

/** `9:00 am` in this zone. */
export function zonedTime(instant: Date, zone: string): string {
  return isInstant(instant)
    ? clockOf(zone)
        .wall.format(instant)
        .replace(/\u202f/g, " ")
    : "N/A";
}

/** `AEDT`; `GMT+9` where English has no abbreviation. */
export function zoneAbbreviation(instant: Date, zone: string): string {
  return isInstant(instant) ? zoneName(clockOf(zone).name, instant) : "N/A";
}

/** Old names that browsers still give. */
const renamed: Readonly<Record<string, string>> = {
  Calcutta: "Kolkata",
  Coral_Harbour: "Atikokan",
  Dacca: "Dhaka",
  DumontDUrville: "Dumont d'Urville",
  Enderbury: "Kanton",
  Faeroe: "Faroe",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Macao: "Macau",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh City",
  St_Johns: "St. John's",
  Thimbu: "Thimphu",
  Ujung_Pandang: "Makassar",
  Ulan_Bator: "Ulaanbaatar",
};

/** `New York` for `America/New_York`; empty for zones without a place, such as `UTC`. */
export function zoneCity(zone: string): string {
  const parts = zone.split("/");
  const city = parts.at(-1)!;
  if (parts.length === 1 || parts[0] === "Etc") return "";
  return renamed[city] ?? city.replaceAll("_", " ");
}

/** Includes both ends. */
export function eachDay(first: Day, last: Day): Day[] {
  const length = Math.max(daysBetween(first, last) + 1, 0) || 0;
  return Array.from({ length }, (_, index) => addDays(first, index));
}
