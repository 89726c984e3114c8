/** Such as `18:00`; the seconds that the database adds are ignored. */
export type TimeOfDay = string;

const pattern = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d(\.\d+)?)?$/;
const minutesPerDay = 1440;

export function isTimeOfDay(text: string): text is TimeOfDay {
  return pattern.test(text);
}

/** Without seconds; null for the database's `24:00:00`. */
export function timeOf(stored: string | null): TimeOfDay | null {
  return stored && isTimeOfDay(stored) ? stored.slice(0, 5) : null;
}

/** Since midnight. */
export function toMinutes(time: TimeOfDay): number {
  const [, hours, minutes] = pattern.exec(time) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

/** Continues past midnight at `00:00`. */
export function addMinutes(time: TimeOfDay, minutes: number): TimeOfDay {
  const sum = (toMinutes(time) + minutes + minutesPerDay) % minutesPerDay;
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(sum / 60))}:${two(sum % 60)}`;
}

export function endsNextDay(start: TimeOfDay, end: TimeOfDay): boolean {
  return toMinutes(end) <= toMinutes(start);
}

function parts(time: TimeOfDay) {
  const minutes = toMinutes(time);
  const hour = Math.floor(minutes / 60);
  const digits = `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")}`;
  return { digits, half: hour < 12 ? " am" : " pm" };
}

/** `6:00 pm`. */
export function clockTime(time: TimeOfDay): string {
  const { digits, half } = parts(time);
  return digits + half;
}

/** `6:00–9:00 pm`, `11:30 am–2:00 pm`; `from 6:00 pm` without an end, null without a start. */
export function timeRange(start: TimeOfDay, end: TimeOfDay | null): string;
export function timeRange(start: TimeOfDay | null, end: TimeOfDay | null): string | null;
export function timeRange(start: TimeOfDay | null, end: TimeOfDay | null): string | null {
  if (!start) return null;
  if (!end) return `from ${clockTime(start)}`;
  const sameHalf = parts(start).half === parts(end).half && !endsNextDay(start, end);
  return `${sameHalf ? parts(start).digits : clockTime(start)}–${clockTime(end)}`;
}
