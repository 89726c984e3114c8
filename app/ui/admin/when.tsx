import { useSyncExternalStore } from "react";
import {
  isInstant,
  longDay,
  longInstant,
  melbourneDay,
  shortDay,
  shortTime,
} from "#app/values/calendar.ts";
import { wholeDays } from "#app/values/whole-days.ts";

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, 60_000);
  return () => clearInterval(timer);
}

const readToday = () => melbourneDay(new Date());

/** Today in Melbourne; a page left open overnight shows the new day. */
export const useToday = () => useSyncExternalStore(everyMinute, readToday, readToday);

// Between the server's answer and the browser's midnight may pass: the texts may differ.

/** An instant in short, in full on hover. */
export function When({ at }: { at: Date }) {
  const today = useToday();
  if (!isInstant(at)) return "N/A";
  return (
    <time
      dateTime={at.toISOString()}
      title={longInstant(at)}
      // Breaks, where it must, between day and time.
      className="inline-block [text-wrap-style:balance]"
      suppressHydrationWarning
    >
      {shortTime(at, today)}
    </time>
  );
}

/** A calendar day in short, in full on hover; `N/A` without one. */
export function OnDay({ day }: { day: string | null }) {
  const today = useToday();
  if (!day) return "N/A";
  return (
    <time dateTime={day} title={longDay(day)} suppressHydrationWarning>
      {shortDay(day, today)}
    </time>
  );
}

/** When it begins; `Fri 20 Nov, all day` of what lasts whole days. */
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
