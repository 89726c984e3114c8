import { useSyncExternalStore } from "react";
import {
  isInstant,
  longDay,
  longInstant,
  melbourneDay,
  shortDay,
  shortTime,
  wholeDays,
} from "#app/values/calendar.ts";

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, 60_000);
  return () => clearInterval(timer);
}

const readToday = () => melbourneDay(new Date());

/** A page left open overnight shows the new day. */
export const useToday = () => useSyncExternalStore(everyMinute, readToday, readToday);

// Midnight may pass between server and browser, so the texts may differ.

export function When({ at }: { at: Date }) {
  const today = useToday();
  if (!isInstant(at)) return "N/A";
  return (
    <time
      dateTime={at.toISOString()}
      title={longInstant(at)}
      // Breaks, if at all, between day and time.
      className="inline-block [text-wrap-style:balance]"
      suppressHydrationWarning
    >
      {shortTime(at, today)}
    </time>
  );
}

export function OnDay({ day }: { day: string | null }) {
  const today = useToday();
  if (!day) return "N/A";
  return (
    <time dateTime={day} title={longDay(day)} suppressHydrationWarning>
      {shortDay(day, today)}
    </time>
  );
}

/** `Fri 20 Nov, all day` for whole days. */
export function Begins({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) {
  const days = wholeDays({ startsAt, endsAt });
  if (!days) return <When at={startsAt} />;
  return (
    <>
      <OnDay day={days.first} />, all day
    </>
  );
}

export function CurrentDay() {
  const today = useToday();
  return (
    <time dateTime={today} suppressHydrationWarning>
      {longDay(today)}
    </time>
  );
}
