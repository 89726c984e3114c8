import { Form } from "react-router";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import { canBeNoShow, type Entry, isUpcoming, diaryWords } from "#app/features/diary/model.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { ChangeLines, Timeline, useEntries } from "#app/routes/admin/timeline.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { apartClass } from "#app/ui/admin/folded.tsx";
import { OverlapQuestion } from "#app/features/diary/admin/form-parts.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { EntryDetails } from "#app/features/diary/admin/queries.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";

type ActionsProps = { entry: Entry };
type AnswerProps = ActionsProps & { overlaps: ShownOverlaps | undefined };

export function EntryAnswer({ entry, overlaps }: AnswerProps) {
  if (entry.state !== "requested") return null;
  if (entry.spamReason)
    return (
      <ActionButton entry={entry} intent="release" loading="Booking..." isMain>
        It's real
      </ActionButton>
    );
  if (!isUpcoming(entry)) return null;
  return (
    <ActionButton entry={entry} intent="confirm" loading="Confirming..." overlaps={overlaps} isMain>
      Confirm
    </ActionButton>
  );
}

export function DiaryEntryActions({ entry, now }: ActionsProps & { now: Date }) {
  return (
    <>
      {entry.state === "no-show" && (
        <ActionButton entry={entry} intent="came">
          They came after all
        </ActionButton>
      )}
      {entry.kind === "appointment" && entry.clientEmail && !entry.spamReason && (
        <ComposeButton kind="appointments" id={entry.id} className={`button quiet w-full ${small}`}>
          Write
        </ComposeButton>
      )}
      {canBeNoShow(entry, now) && <NoShow entry={entry} />}
      {entry.state === "requested" && entry.spamReason && (
        <ActionButton entry={entry} intent="dismiss" loading="Deleting..." isAway>
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
  loading?: string;
  /** Overlaps that came since the request; the owner is asked about them. */
  overlaps?: ShownOverlaps | undefined;
  isMain?: boolean;
  isAway?: boolean;
  children: string;
};

function ActionButton({
  entry,
  intent,
  loading,
  overlaps,
  isMain = false,
  isAway = false,
  children,
}: ActionButtonProps) {
  return (
    <Form
      method="post"
      data-loading={loading}
      className={isMain ? "main" : isAway ? apartClass : undefined}
    >
      <input type="hidden" name="version" value={entry.version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" />
      <SubmitButton
        className={`button w-full ${small} ${isMain ? "" : "quiet"} ${isAway ? "away" : ""}`}
      >
        {children}
      </SubmitButton>
    </Form>
  );
}

function NoShow({ entry }: { entry: Entry }) {
  return (
    <ConfirmedAction
      id="ask-no-show"
      label="No-show"
      className={`button quiet away ${small} ${apartClass}`}
      question="Nobody came?"
      yes="Mark as a no-show"
      values={{ intent: "no-show", version: entry.version }}
    >
      <p>Your client isn't told. You can take it back.</p>
    </ConfirmedAction>
  );
}

type HistoryProps = Pick<EntryDetails, "entry" | "changes" | "emails">;

export function EntryHistory({ entry, changes, emails }: HistoryProps) {
  const entries = useEntries(changes, emails, (change) => (
    <>
      <span className="inline-block first-letter:uppercase">{change.action}</span>
      {change.before && <ChangeLines change={change} words={diaryWords} className="text-base" />}
    </>
  ));
  return (
    <Timeline entries={entries}>
      {!changes.some(({ action }) => firstActions.has(action)) && (
        <li className="wrap-anywhere">
          {wasRequested(entry, changes) ? "Requested" : "Entered"}
          <span className="block text-sm text-soft first-letter:uppercase">
            <When at={entry.createdAt} />
          </span>
        </li>
      )}
    </Timeline>
  );
}

/** Missing after two years (the log's limit) and for entries that another program wrote. */
const firstActions = new Set(["requested", "booked", "added"]);

const wasRequested = ({ state, declined }: Entry, changes: EntryDetails["changes"]) =>
  state === "requested" || declined || changes.some(({ action }) => action === "confirmed");
