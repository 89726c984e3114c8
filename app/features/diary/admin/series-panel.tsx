import { Form, href, Link } from "react-router";
import { type Entry, stateLabel } from "#app/features/diary/model.ts";
import { followingOf } from "#app/features/diary/series.ts";
import { TextField } from "#app/ui/fields.tsx";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import type { DiaryFormState } from "./form-state.ts";
import { refusedOf } from "./entry-form-props.ts";

type Props = {
  entry: Entry;
  /** All that were made together, in their order; empty for an entry of no series. */
  series: readonly Entry[];
  now: Date;
  posted: DiaryFormState | undefined;
  busy: boolean;
};

/** Beside a lesson: the others of its series, and the end of it. */
export function SeriesPanel({ entry, series, now, posted, busy }: Props) {
  if (series.length === 0) return null;
  const place = series.findIndex(({ id }) => id === entry.id) + 1;
  const following = followingOf(entry, series, now);
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
      {following.length > 1 && <EndForm {...{ entry, posted, busy }} count={following.length} />}
    </section>
  );
}

type EndFormProps = Pick<Props, "entry" | "posted" | "busy"> & { count: number };

function EndForm({ entry, posted, busy, count }: EndFormProps) {
  const refused = refusedOf(posted, "end-series");
  const isTold = entry.clientEmail !== null;
  return (
    <OpenedForm label="End the Series" isOpen={refused !== undefined} isAway>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <input type="hidden" name="intent" value="end-series" />
        <input type="hidden" name="version" value={entry.version} />
        <p>
          {`${countOf(count, "session")} from this one on are cancelled, and their times are free again.`}
          {isTold && " They get one email."}
        </p>
        {isTold && (
          <TextField
            name="reason"
            id="end-series-reason"
            label="A word to them"
            hint="It's in the email."
            rows={2}
            defaultValue={refused?.values?.reason}
            error={refused?.errors?.reason}
            optional
          />
        )}
        <label className="flex items-start gap-3 pointer-coarse:py-2">
          <input
            type="checkbox"
            name="forClient"
            defaultChecked={refused?.values?.forClient === "on"}
            className="mt-1 size-5 shrink-0 accent-(--fill)"
          />
          The client has cancelled
        </label>
        <p>
          <button type="submit" disabled={busy} className="button">
            {`Cancel These ${count}`}
          </button>
        </p>
      </Form>
    </OpenedForm>
  );
}
