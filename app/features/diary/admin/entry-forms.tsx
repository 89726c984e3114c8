import type { MouseEvent, ReactNode } from "react";
import { Form, Link } from "react-router";
import { type Entry, isUpcoming, lacksLink } from "#app/features/diary/model.ts";
import { followingOf, thoseFollowing } from "#app/features/diary/series.ts";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { Field, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { EditForm } from "./edit-form.tsx";
import { DiaryEntryActions, EntryAnswer } from "./entry-header.tsx";
import { moveEntrySchema } from "./entry-rules.ts";
import { type EntryFormsProps, refusedOf } from "./entry-form-props.ts";
import { OverlapQuestion } from "./overlap-question.tsx";
import { ReasonedForm } from "./reasoned-form.tsx";
import { startOf, SuggestedTimes } from "./suggested-times.tsx";

type ActionsProps = EntryFormsProps & {
  now: Date;
  series: readonly Entry[];
  /** Path to record a payment; null without an open invoice. */
  payAt: string | null;
  children: ReactNode;
};

export function EntryForms({ now, series, payAt, children, ...props }: ActionsProps) {
  const { entry, busy } = props;
  const isAhead = isUpcoming(entry);
  const isAppointment = entry.kind === "appointment";
  const isComing = entry.state === "booked" && entry.startsAt > now;
  const following = isComing ? followingOf(entry, series, now).length : 0;
  const needsLink = isComing && lacksLink(entry);
  return (
    <div className="openers xl:items-start print:[&>:not(header)]:hidden">
      {children}
      <EntryAnswer
        entry={entry}
        busy={busy}
        overlaps={refusedOf(props.posted, "confirm")?.overlaps}
      />
      {needsLink && (
        <a className={mainLinkClass} href="#placeDetails" onClick={openField}>
          Add link
        </a>
      )}
      {payAt && !isComing && (
        <Link className={mainLinkClass} to={payAt}>
          Record payment
        </Link>
      )}
      {isAhead && entry.state === "requested" && (
        <ReasonedForm {...props} intent="decline" label="Decline" yes="Decline">
          They get an email, and the time is free again.
        </ReasonedForm>
      )}
      {isAhead && isAppointment && (
        <MoveForm {...props} isMain={isComing && !needsLink} following={following} />
      )}
      {!entry.spamReason && (
        <EditForm {...props} isMain={isComing && !isAppointment} following={following} />
      )}
      <DiaryEntryActions entry={entry} now={now} busy={busy} />
      {isAhead && entry.state === "booked" && (
        <ReasonedForm {...props} intent="cancel" label="Cancel" yes={yesToCancel(entry)}>
          {isAppointment && entry.clientEmail
            ? "They get an email, and the time is free again."
            : "The time is free again."}
        </ReasonedForm>
      )}
    </div>
  );
}

const mainLinkClass = "button whole min-h-11! px-4! max-sm:px-2!";

/** For browsers that don't open a closed <details> around a link's target. */
function openField({ currentTarget: { hash } }: MouseEvent<HTMLAnchorElement>) {
  const field = document.querySelector(hash);
  const form = field?.closest("details");
  if (form) form.open = true;
}

const yesToCancel = ({ kind }: Entry) =>
  kind === "appointment" ? "Cancel This Appointment" : "Take It out of the Diary";

type MoveFormProps = EntryFormsProps & { isMain: boolean; following: number };

function MoveForm(props: MoveFormProps) {
  const { entry, starts, today, posted, busy, isMain, following } = props;
  const refused = refusedOf(posted, "move");
  const { errors, handlers } = useFormErrors(moveEntrySchema, refused?.errors);
  const values: Record<string, string> = refused?.values ?? startOf(entry.startsAt);
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <OpenedForm label="Move" isOpen={refused !== undefined} isMain={isMain}>
      <Form method="post" className="flex flex-col gap-4" {...handlers} preventScrollReset>
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="version" value={entry.version} />
        <ErrorSummary errors={refused?.errors ? errors : {}} />
        <OverlapQuestion overlaps={refused?.overlaps} yes="Move It Anyway" busy={busy} />
        <SuggestedTimes starts={starts} today={today} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field("day")} label="Day" type="date" />
          <Field {...field("time")} label="Time" type="time" hint="Melbourne time." />
        </div>
        {following > 1 && (
          <TickField name="following" defaultChecked={values.following === "on"}>
            {`And ${thoseFollowing(following - 1)} in its series, by as much`}
          </TickField>
        )}
        <p>
          <button type="submit" disabled={busy} className="button">
            Move
          </button>
        </p>
        {entry.kind === "appointment" && entry.clientEmail && (
          <p className="text-base text-soft">They get an email with the new time.</p>
        )}
      </Form>
    </OpenedForm>
  );
}
