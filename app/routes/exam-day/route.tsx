import { href, redirect } from "react-router";
import { type ExamDay, getExamDays, markFrom } from "#app/features/ameb/exam-day.server.ts";
import { type Administrator, isOwner, mayUse } from "#app/features/auth/model.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { longDay } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/route";
import { ExamCard, Marks } from "./card.tsx";

export const meta = () => privateMeta("Exam day");
export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the exam day.", async () => ({
    ...(await getExamDays(getDb(), by)),
    by,
  }));
}

/** Without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  await markFrom(getDb(), currentAdministrator(context), await readForm(request));
  return redirect(href("/admin/today"), 303);
}

export default function ExamDayPage({ loaderData }: Route.ComponentProps) {
  const { days, today, next, now, by } = loaderData;
  return (
    <main className="wrap max-w-3xl! py-6" data-by={by.userId} data-at={now.toISOString()}>
      <p className="flex flex-wrap gap-x-6">
        <a className="link tall" href={href("/admin")}>
          Dashboard
        </a>
        <a className="link tall" href={href("/admin/season")}>
          Exam season
        </a>
      </p>
      <h1 className="display-2 mt-3">Exam day</h1>
      <p className="mt-1 min-h-14 text-base text-soft" role="status" data-kept />
      <p hidden className="mt-2 font-semibold" data-signed-out>
        <a className="link tall" href={`${href("/login")}?next=${href("/admin/today")}`}>
          Log in to send what you pressed
        </a>
      </p>
      {days.map((one) => (
        <Day key={one.day} of={one} isToday={one.day === today} by={by} />
      ))}
      {days.length === 0 && (
        <EmptyList
          hint={next ? `The next one is on ${longDay(next)}.` : "No exam with a date is ahead."}
        >
          You play for no exam today or tomorrow.
        </EmptyList>
      )}
      <WithoutReception />
    </main>
  );
}

type DayProps = { of: ExamDay; isToday: boolean; by: Administrator };

function Day({ of: { day, cards, pages, version }, isToday, by }: DayProps) {
  const mayMark = mayUse(by.role, href("/admin/today"), "POST");
  const music = `${href("/admin/today/:day/music.pdf", { day })}?v=${version}`;
  return (
    <section className="mb-12" data-day={day} aria-labelledby={`on-${day}`}>
      <h2 id={`on-${day}`} className="display-3 mb-4">
        {isToday ? "" : "Tomorrow, "}
        {longDay(day)}
      </h2>
      {pages > 0 && (
        <a className="button mb-2 w-full" href={music}>
          All the music, {countOf(pages, "page")}
        </a>
      )}
      {cards.map((card) => (
        <div key={card.id}>
          <ExamCard card={card} music={music} />
          {mayMark && (
            <div className="mt-3 flex flex-wrap items-baseline gap-3" data-marks hidden={!isToday}>
              <Marks card={card} isOwner={isOwner(by)} />
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

function WithoutReception() {
  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="cursor-pointer py-2 font-semibold">In a hall without reception</summary>
      <p className="mt-2">
        Open this page at home, in the morning or the evening before. Your phone or tablet keeps the
        cards and the music for 36 hours, 50 MB at most, until you log out. What you press in the
        hall is kept, and sent once there is reception.
      </p>
      <p className="mt-2">
        Tick Keep me signed in when you log in there. Without it you are logged out after twelve
        hours that you don't use it, and the next reception takes away what is kept.
      </p>
      <p className="mt-2">
        To have it on your home screen: in Safari, tap Share, then Add to Home Screen; in Chrome,
        tap ⋮, then Add to Home screen. On an iPhone or iPad open it from there once and log in:
        what Safari has kept isn't there.
      </p>
    </details>
  );
}
