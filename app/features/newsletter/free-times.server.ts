import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { listServices, readFreeStarts } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, instantClock, melbourneDay, shortDay } from "#app/values/calendar.ts";

/** As text of a newsletter: each day's first time, of each category's first service; empty if none is free. */
export async function freeTimesText(db: Db, now = new Date()): Promise<string> {
  const today = melbourneDay(now);
  const services = await listServices(db);
  const firsts = services.filter(
    ({ category }, at) => services.findIndex((one) => one.category === category) === at,
  );
  const lines = await Promise.all(
    firsts.map(async (service) => {
      const starts = await readFreeStarts(
        db,
        service,
        { from: today, until: addDays(today, 7) },
        now,
      );
      const days = Map.groupBy(starts, melbourneDay);
      const times = [...days].map(
        ([day, [first]]) => `${shortDay(day, today)}, ${instantClock(first!)}`,
      );
      const { category, slug, name } = service;
      const page = href("/book/:category/:service", { category, service: slug });
      return times.length > 0 ? [`[${name}](${page}): ${times.join("; ")}`] : [];
    }),
  );
  const found = lines.flat();
  return found.length > 0 ? `# Free times this week\n\n${found.join("\n\n")}` : "";
}

/** The dates of the public page; empty without any. */
export function whatsOnText(now = new Date()): string {
  const { heading, dates } = content().whatsOn;
  const today = melbourneDay(now);
  const lines = dates
    .filter(({ day }) => day >= today)
    .map(({ title, day, time, place, link }) => {
      const named = link ? `[${title}](${link})` : title;
      return [named, shortDay(day, today), time, place].filter(Boolean).join(", ");
    });
  return lines.length > 0 ? `# ${heading}\n\n${lines.join("\n\n")}` : "";
}
