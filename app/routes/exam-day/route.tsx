import { href, redirect } from "react-router";
import { type ExamDay, getExamDays, markFrom } from "#app/features/ameb/exam-day.server.ts";
import { type Administrator, isOwner, mayUse } from "#app/features/auth/model.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { longDay, instantClock } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import { musicLabels } from "#app/features/ameb/model.ts";
import type { ExamMark } from "#app/server/database/enums.ts";
import { formatMoney } from "#app/values/money.ts";
import type { Route } from "./+types/route";

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
              <Marks card={card} mayInvoice={isOwner(by)} />
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

type CardProps = { card: ExamDay["cards"][number]; music: string };

/** `music`: the day's PDF. */
function ExamCard({ card, music }: CardProps) {
  const { who, grade, instrument, works, place, time, arrival } = card;
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place ?? "" })}`;
  return (
    <article className="mt-7 border-t-2 border-brass pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="display-2">{time ?? "No time yet"}</p>
        {arrival && <p className="text-soft">Be there at {arrival}</p>}
      </div>
      <h3 className="display-3 mt-1 wrap-anywhere">{who}</h3>
      <p>
        {[grade, instrument].filter(Boolean).join(", ")}
        {!card.isBooked && <strong> · not booked</strong>}
      </p>
      {place && (
        <p className="wrap-anywhere">
          {place}{" "}
          <a className="link tall" href={map} rel="noreferrer" target="_blank">
            Map
          </a>
        </p>
      )}
      {works && <p className="mt-2 whitespace-pre-line wrap-anywhere">{works}</p>}
      {card.notes && (
        <p className="mt-2 whitespace-pre-line text-soft wrap-anywhere">{card.notes}</p>
      )}
      <MusicOf card={card} music={music} />
    </article>
  );
}

function MusicOf({ card: { id, pages, left, page, music: state }, music }: CardProps) {
  const booking = (
    <a className="link tall" href={href("/admin/ameb-bookings/:id", { id })}>
      Booking
    </a>
  );
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-6">
      {pages > 0 && (
        <a className="link tall font-semibold" href={`${music}#page=${page}`}>
          Music, {countOf(pages, "page")}
        </a>
      )}
      {left > 0 && <span>{countOf(left, "page")} too large for a phone, on the booking</span>}
      {pages + left === 0 && <span>Sheet music: {musicLabels[state].toLowerCase()}</span>}
      {booking}
    </p>
  );
}

/** Where an email leaves, a second press asks for it. */
function Marks({ card, mayInvoice }: { card: CardProps["card"]; mayInvoice: boolean }) {
  const { id, arrived, done, toInvoice } = card;
  return (
    <>
      <Mark id={id} kind="arrived" label="Arrived" at={arrived} />
      {done || !toInvoice ? (
        <Mark id={id} kind="done" label="Done" at={done} />
      ) : (
        <details className="grow">
          <summary className="button quiet w-full">Done…</summary>
          <p className="my-2 wrap-anywhere">
            {`The invoice of ${formatMoney(toInvoice.total)} goes to ${toInvoice.email}.`}
          </p>
          <Mark id={id} kind="done" label="Done" at={null} press="Done: send the invoice" />
        </details>
      )}
      {done && mayInvoice && <Invoice id={id} invoiceId={card.invoiceId} />}
    </>
  );
}

type MarkProps = { id: string; kind: ExamMark; label: string; at: Date | null; press?: string };

function Mark({ id, kind, label, at, press = label }: MarkProps) {
  if (at) return <p className="grow py-2 font-semibold">{`${label} at ${instantClock(at)}`}</p>;
  return (
    <form method="post" action={href("/admin/today")} className="grow" data-booking={id}>
      <input type="hidden" name="booking" value={id} />
      <button
        name="kind"
        value={kind}
        className={`button w-full ${press === label ? "quiet" : ""}`}
        data-done={label}
      >
        {press}
      </button>
    </form>
  );
}

function Invoice({ id, invoiceId }: { id: string; invoiceId: string | null }) {
  return invoiceId ? (
    <a className="link tall" href={href("/admin/money/invoices/:id", { id: invoiceId })}>
      The invoice
    </a>
  ) : (
    <a className="link tall" href={`${href("/admin/money/new")}?booking=${id}`}>
      Write the invoice
    </a>
  );
}
