import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { RecordLink } from "#app/ui/admin/access.tsx";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import { type DiaryFormState, refusedOf } from "#app/features/diary/admin/form-state.ts";
import { OverlapQuestion } from "#app/features/diary/admin/form-parts.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Begins, When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";

type Waiting = {
  requests: readonly Entry[];
  suspected: readonly Entry[];
  clashes: readonly (Entry & { to: string })[];
  posted: DiaryFormState | undefined;
};

const smallButton = "button quiet min-h-11! px-4! py-1!";
/** The negative margin puts its label at the page's edge. */
const awayButton = `${smallButton} away md:-mr-4`;
const lineClass =
  "grid gap-x-6 gap-y-2 border-t border-line py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start";

export function WaitingEntries({ requests, suspected, clashes, posted }: Waiting) {
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests" className="display-3 mb-2">
            Requests to answer <span className="text-soft">{requests.length}</span>
          </h2>
          <ul>
            {requests.map((entry) => (
              <Request key={entry.id} entry={entry} posted={posted} />
            ))}
          </ul>
        </section>
      )}
      {clashes.length > 0 && <Clashes clashes={clashes} />}
      {suspected.length > 0 && <Suspected suspected={suspected} />}
    </>
  );
}

function Summary({ entry }: { entry: Entry }) {
  const { id, clientName, clientEmail, student, title, startsAt, note } = entry;
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <Link className="link tall font-semibold" to={href("/admin/diary/:id", { id })}>
          {clientName || clientEmail || title}
        </Link>
        {student && student !== clientName && <> for {student}</>}
      </p>
      <p className="text-base">
        <When at={startsAt} />
        <span className="text-soft"> · {title}</span>
      </p>
      {note && (
        <p className="mt-1.5 border-l-2 border-line pl-3">
          <span className="line-clamp-2 text-base text-soft">{note}</span>
        </p>
      )}
    </div>
  );
}

type RequestProps = Pick<Waiting, "posted"> & { entry: Entry };

function Request({ entry, posted }: RequestProps) {
  const refused = refusedOf(posted, "confirm");
  const { id, version, clientName, clientEmail } = entry;
  const who = clientName || clientEmail || "";
  return (
    <li className={lineClass}>
      <Summary entry={entry} />
      <div className="flex flex-wrap gap-2">
        <Decision
          {...{ id, version, intent: "confirm", loading: "Confirming..." }}
          overlaps={refused?.values?.id === id ? refused.overlaps : undefined}
          className={smallButton}
        >
          Confirm<span className="sr-only"> {who}</span>
        </Decision>
        <ConfirmedAction
          id={`decline-${id}`}
          label="Decline"
          describes={who}
          className={awayButton}
          question={`Decline ${who}?`}
          yes="Decline"
          loading="Declining..."
          values={{ id, version, intent: "decline" }}
        >
          <p>They get an email, and the time is free again.</p>
        </ConfirmedAction>
      </div>
    </li>
  );
}

type DecisionProps = {
  id: string;
  version: number;
  intent: string;
  loading: string;
  overlaps?: ShownOverlaps | undefined;
  className: string;
  children: ReactNode;
};

function Decision(props: DecisionProps) {
  const { id, version, intent, loading, overlaps, className, children } = props;
  return (
    <Form method="post" data-loading={loading}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" />
      <SubmitButton className={className}>{children}</SubmitButton>
    </Form>
  );
}

function Clashes({ clashes }: Pick<Waiting, "clashes">) {
  return (
    <section aria-labelledby="clashes" className="border-l-4 border-danger bg-raised p-4">
      <h2 id="clashes" className="display-3 mb-1">
        {countOf(clashes.length, "clash", "clashes")} ahead
      </h2>
      <ul className="text-base">
        {clashes.map(({ id, startsAt, endsAt, student, clientName, title, to }) => (
          <li key={id} className="wrap-anywhere">
            <Begins startsAt={startsAt} endsAt={endsAt} />
            {" · "}
            <RecordLink className="link tall" to={to}>
              {[title, student || clientName].filter(Boolean).join(", ")}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suspected({ suspected }: Pick<Waiting, "suspected">) {
  return (
    <details className="border-y border-line py-3">
      <summary className="cursor-pointer font-semibold">
        Possible spam <span className="font-normal text-soft">{suspected.length}</span>
      </summary>
      <p className="py-2 text-base text-soft">
        These keep no time free, and nobody has been emailed. If one is real, it's booked now.
      </p>
      <ul>
        {suspected.map((entry) => {
          const { id, version, clientName, clientEmail } = entry;
          const who = <span className="sr-only"> {clientName || clientEmail}</span>;
          return (
            <li key={id} className={lineClass}>
              <div className="min-w-0">
                <Summary entry={entry} />
                <p className="text-base text-soft wrap-anywhere">{clientEmail}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Decision
                  {...{ id, version, intent: "release", loading: "Booking..." }}
                  className={smallButton}
                >
                  It's real{who}
                </Decision>
                <Decision
                  {...{ id, version, intent: "dismiss", loading: "Deleting..." }}
                  className={awayButton}
                >
                  Delete{who}
                </Decision>
              </div>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
