import { When } from "#app/ui/admin/when.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { longInstant } from "#app/values/calendar.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import type { PublicationEntry, PutBackState } from "./model.ts";
import { ChangedField } from "./word-change.tsx";

type ListProps = { entries: readonly PublicationEntry[]; busy: boolean };

/** Who published what and when; each entry opens what changed, and offers the way back. */
export function HistoryList({ entries, busy }: ListProps) {
  return (
    <ol className="flex max-w-3xl flex-col">
      {entries.map((entry) => (
        <li key={entry.id} id={`publication-${entry.id}`} className="border-t border-line py-4">
          <EntryHead entry={entry} />
          <Changes entry={entry} />
          <WayBack entry={entry} busy={busy} />
        </li>
      ))}
    </ol>
  );
}

function EntryHead({ entry }: { entry: PublicationEntry }) {
  const { label, at, by, isKnown, isPublic, putBack } = entry;
  return (
    <>
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-lg font-semibold wrap-anywhere">
        {label}
        {isPublic && isKnown && (
          <span className="rounded-sm border border-good px-1.5 text-sm font-normal text-good">
            Public now
          </span>
        )}
      </h2>
      <p className="text-base wrap-anywhere text-soft">
        {by} · <When at={at} />
      </p>
      {putBack && (
        <p>
          {putBack.to ? (
            <>
              Put back to <When at={putBack.to} />
            </>
          ) : (
            "Put back to how it came"
          )}
        </p>
      )}
      {!isKnown && <p>The site no longer has this page's words, so they can't be put back.</p>}
    </>
  );
}

function Changes({ entry: { changes, label, isKnown } }: { entry: PublicationEntry }) {
  if (changes.length === 0)
    return isKnown ? <p className="text-base text-soft">Nothing that the site shows.</p> : null;
  return (
    <details className="mt-2">
      <summary className="link w-fit cursor-pointer">
        {countOf(changes.length, "change")}
        <span className="sr-only"> of {label}</span>
      </summary>
      <dl className="mt-3 flex flex-col gap-3">
        {changes.map((change) => (
          <ChangedField key={`${change.kind} ${change.label}`} change={change} />
        ))}
      </dl>
    </details>
  );
}

function WayBack({ entry, busy }: { entry: PublicationEntry; busy: boolean }) {
  const { isKnown, isPublic, isFirst, missingPictures } = entry;
  if (!isKnown) return null;
  if (!isPublic && missingPictures.length > 0)
    return (
      <p className="mt-2 text-base">
        These words can't be put back as they were: the picture for {allOf(missingPictures)} has
        been deleted.
      </p>
    );
  return (
    <div className="mt-2 flex flex-wrap gap-x-6">
      {!isPublic && <PutBack entry={entry} state="after" busy={busy} />}
      {(isPublic || isFirst) && <PutBack entry={entry} state="before" busy={busy} />}
    </div>
  );
}

type PutBackProps = { entry: PublicationEntry; state: PutBackState; busy: boolean };

function PutBack({ entry: { id, label, at, lost }, state, busy }: PutBackProps) {
  const time = longInstant(at);
  const isAfter = state === "after";
  return (
    <ConfirmedAction
      id={`put-back-${id}-${state}`}
      label={isAfter ? "Put back" : "Put back what was before"}
      describes={isAfter ? `${label} of ${time}` : `${label}, before ${time}`}
      className="link min-h-9 cursor-pointer"
      question={`Put back ${label}?`}
      yes="Yes, put it back"
      values={{ intent: "put-back", publication: id, state }}
      busy={busy}
    >
      <p>
        Visitors will read these words as they were {isAfter ? "after" : "before"} {time}.
      </p>
      <p>What they read now stays in the history, so you can come back to it.</p>
      {isAfter && lost.length > 0 && (
        <p>The site no longer has {allOf(lost)}; that part is left out.</p>
      )}
    </ConfirmedAction>
  );
}
