import { href } from "react-router";
import type { ExamDay } from "#app/features/ameb/exam-day.server.ts";
import { musicLabels } from "#app/features/ameb/model.ts";
import type { ExamMark } from "#app/server/database/enums.ts";
import { instantClock } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { countOf } from "#app/values/wording.ts";

type CardProps = { card: ExamDay["cards"][number]; music: string };

/** `music`: the day's PDF. */
export function ExamCard({ card, music }: CardProps) {
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
export function Marks({ card, isOwner }: { card: CardProps["card"]; isOwner: boolean }) {
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
      {done && isOwner && <Invoice id={id} invoiceId={card.invoiceId} />}
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
