import { href, Link } from "react-router";
import { type Entry, stateLabel } from "#app/features/diary/model.ts";
import { followingOf, payableAhead } from "#app/features/diary/series.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { countOf } from "#app/values/wording.ts";
import type { DiaryFormState } from "./form-state.ts";
import { ReasonedForm } from "./reasoned-form.tsx";

type Props = {
  entry: Entry;
  /** In their order; empty for an entry without a series. */
  series: readonly Entry[];
  now: Date;
  canIssue: boolean;
  posted: DiaryFormState | undefined;
  busy: boolean;
};

export function SeriesPanel({ entry, series, now, canIssue, posted, busy }: Props) {
  if (series.length === 0) return null;
  const place = series.findIndex(({ id }) => id === entry.id) + 1;
  const following = followingOf(entry, series, now);
  const lessons = payableAhead(entry, series, now);
  return (
    <section aria-labelledby="series" className="flex flex-col gap-3">
      <h2 id="series" className="display-4">{`${place} of ${series.length} in its series`}</h2>
      <ul>
        {series.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-3">
            <Link
              to={href("/admin/diary/:id", { id: one.id })}
              aria-current={one.id === entry.id ? "page" : undefined}
              className="link tall aria-[current]:font-semibold [&>time]:inline"
            >
              <When at={one.startsAt} />
            </Link>
            {one.state !== "booked" && <span className="text-soft">{stateLabel(one)}</span>}
          </li>
        ))}
      </ul>
      {canIssue && <InvoiceTogether {...{ entry, lessons, busy }} />}
      {following.length > 1 && (
        <ReasonedForm
          {...{ entry, posted, busy }}
          intent="end-series"
          label="End the Series"
          yes={`Cancel These ${following.length}`}
        >
          {saysEnd(following.length, entry.clientEmail !== null)}
        </ReasonedForm>
      )}
    </section>
  );
}

type TogetherProps = Pick<Props, "entry" | "busy"> & { lessons: readonly Entry[] };

function InvoiceTogether({ entry, lessons, busy }: TogetherProps) {
  const count = lessons.length;
  if (count < 2) return null;
  return (
    <ConfirmedAction
      id="invoice-term"
      label={`Invoice These ${count} Now`}
      className="button quiet self-start"
      question={`Invoice ${count} sessions in advance?`}
      yes="Invoice them"
      values={{ intent: "invoice-term", version: entry.version, count }}
      busy={busy}
    >
      <p>{`${entry.clientEmail} gets one invoice for ${formatMoney(entry.price! * count)}.`}</p>
      <p>A session that is cancelled in time is one to make up.</p>
    </ConfirmedAction>
  );
}

function saysEnd(count: number, isTold: boolean): string {
  const freed = `${countOf(count, "session")} from this one on are cancelled, and their times are free again.`;
  return isTold ? `${freed} They get one email.` : freed;
}
