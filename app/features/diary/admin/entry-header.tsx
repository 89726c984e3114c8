import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { Form } from "react-router";
import {
  canBeNoShow,
  type Entry,
  isUpcoming,
  lacksLink,
  stateLabel,
} from "#app/features/diary/model.ts";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { apartClass } from "#app/ui/admin/opened-form.tsx";
import { OverlapQuestion } from "./overlap-question.tsx";
import { addDays, type Day, isDay, longDay, melbourneDay, wallTime } from "#app/values/calendar.ts";
import { timeRange } from "#app/values/time-of-day.ts";

export function EntryHeader({ entry, isClash }: { entry: Entry; isClash: boolean }) {
  const { title, clientName, student, note, spamReason, startsAt, endsAt } = entry;
  const who = student || clientName;
  return (
    <header className="whole w-full max-xl:mb-4 xl:w-auto xl:flex-[1_1_16rem]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display-3 wrap-anywhere">{who || title}</h1>
        <p className="flex flex-wrap gap-2">
          <Badge tone={toneOf(entry)}>{spamReason ? "Possible spam" : stateLabel(entry)}</Badge>
          {isClash && <Badge tone="bad">Clash</Badge>}
          {lacksLink(entry) && <Badge tone="bad">No link yet</Badge>}
        </p>
      </div>
      {who && <p className="mt-1 text-soft wrap-anywhere">{title}</p>}
      <p className="mt-2 font-semibold">{whenInWords(startsAt, endsAt)}</p>
      {note && (
        <section className="mt-3 max-w-xl border-l-4 border-brass pl-4">
          <h2 className="font-sans text-base text-soft">Client's note</h2>
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
        </section>
      )}
    </header>
  );
}

type ActionsProps = { entry: Entry; busy: boolean };
type AnswerProps = ActionsProps & { overlaps: ShownOverlaps | undefined };

export function EntryAnswer({ entry, busy, overlaps }: AnswerProps) {
  if (entry.state !== "requested") return null;
  if (entry.spamReason)
    return (
      <ActionButton entry={entry} intent="release" busy={busy} isMain>
        It's real
      </ActionButton>
    );
  if (!isUpcoming(entry)) return null;
  return (
    <ActionButton entry={entry} intent="confirm" busy={busy} overlaps={overlaps} isMain>
      Confirm
    </ActionButton>
  );
}

export function DiaryEntryActions({ entry, now, busy }: ActionsProps & { now: Date }) {
  return (
    <>
      {entry.state === "no-show" && (
        <ActionButton entry={entry} intent="came" busy={busy}>
          They came after all
        </ActionButton>
      )}
      {entry.kind === "appointment" && entry.clientEmail && !entry.spamReason && (
        <ComposeButton kind="appointments" id={entry.id} className={`button quiet w-full ${small}`}>
          Write
        </ComposeButton>
      )}
      {canBeNoShow(entry, now) && <NoShow entry={entry} busy={busy} />}
      {entry.state === "requested" && entry.spamReason && (
        <ActionButton entry={entry} intent="dismiss" busy={busy} isAway>
          Delete
        </ActionButton>
      )}
    </>
  );
}

const small = "min-h-11! px-4! max-sm:px-2!";

type ActionButtonProps = {
  entry: Entry;
  intent: string;
  busy: boolean;
  /** Overlaps that came since the request; the owner is asked about them. */
  overlaps?: ShownOverlaps | undefined;
  isMain?: boolean;
  isAway?: boolean;
  children: string;
};

function ActionButton({
  entry,
  intent,
  busy,
  overlaps,
  isMain = false,
  isAway = false,
  children,
}: ActionButtonProps) {
  return (
    <Form method="post" className={isMain ? "main" : isAway ? apartClass : undefined}>
      <input type="hidden" name="version" value={entry.version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" busy={busy} />
      <button
        type="submit"
        disabled={busy}
        className={`button w-full ${small} ${isMain ? "" : "quiet"} ${isAway ? "away" : ""}`}
      >
        {children}
      </button>
    </Form>
  );
}

function NoShow({ entry, busy }: { entry: Entry; busy: boolean }) {
  return (
    <ConfirmedAction
      id="ask-no-show"
      label="No-show"
      className={`button quiet away ${small} ${apartClass}`}
      question="Nobody came?"
      yes="Mark as a no-show"
      values={{ intent: "no-show", version: entry.version }}
      busy={busy}
    >
      <p>Your client isn't told. You can take it back.</p>
    </ConfirmedAction>
  );
}

function toneOf({ state, spamReason, declined }: Entry) {
  if (state === "requested" || state === "held") return spamReason ? "bad" : "waiting";
  return state === "no-show" || state === "cancelled" || declined ? "bad" : "good";
}

export function whenInWords(startsAt: Date, endsAt: Date): string {
  const [first, last] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  if (![first, last].every(isDay)) return daysInWords(first, last);
  const [from, until] = [startsAt, endsAt].map((instant) => wallTime(instant).slice(11, 16));
  if (from === "00:00" && until === "00:00") return daysInWords(first, addDays(last, -1));
  const isOneDay = first === last || until === "00:00";
  if (isOneDay) return `${longDay(first)}, ${timeRange(from!, until!)}`;
  return `${longDay(first)}, ${timeRange(from!, null)} until ${longDay(last)}, ${until}`;
}

const daysInWords = (first: Day, last: Day) =>
  first === last ? longDay(first) : `${longDay(first)} until ${longDay(last)}`;
