import type { MouseEvent, ReactNode } from "react";
import { Form, Link, href } from "react-router";
import { PageLink, useAccess } from "#app/ui/admin/access.tsx";
import {
  type Entry,
  isUpcoming,
  lacksLink,
  stateLabel,
  followingOf,
  thoseFollowing,
  payableAhead,
} from "#app/features/diary/model.ts";
import { OpenedForm } from "#app/ui/admin/folded.tsx";
import { Field, TickField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import {
  moveEntrySchema,
  editAppointmentSchema,
  newBlockSchema,
  type EntryKind,
  readEntryKind,
  textsOfEntry,
  editAwaySchema,
} from "#app/features/diary/schema.ts";
import {
  type EntryFormsProps,
  refusedOf,
  type DiaryFormState,
  startOf,
  SuggestedTimes,
  OverlapQuestion,
  PlaceFields,
  InvoicingField,
  BlockTimes,
  type FieldOf,
  AwayFields,
} from "#app/features/appointments/form-parts.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { countOf } from "#app/values/wording.ts";
import { DiaryEntryActions, EntryAnswer } from "./parts.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";

type ActionsProps = EntryFormsProps & {
  now: Date;
  series: readonly Entry[];
  /** Path to record a payment; null without an open invoice. */
  payAt: string | null;
  children: ReactNode;
};

export function EntryForms({ now, series, payAt, children, ...props }: ActionsProps) {
  const { entry } = props;
  const isAhead = isUpcoming(entry);
  const isAppointment = entry.kind === "appointment";
  const isComing = entry.state === "booked" && entry.startsAt > now;
  const following = isComing ? followingOf(entry, series, now).length : 0;
  const needsLink = isComing && lacksLink(entry);
  return (
    <div className="openers xl:items-start print:[&>:not(header)]:hidden">
      {children}
      <EntryAnswer entry={entry} overlaps={refusedOf(props.posted, "confirm")?.overlaps} />
      {needsLink && (
        <a className={mainLinkClass} href="#placeDetails" onClick={openField}>
          Add link
        </a>
      )}
      {payAt && !isComing && (
        <PageLink className={mainLinkClass} to={payAt}>
          Record payment
        </PageLink>
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
      <DiaryEntryActions entry={entry} now={now} />
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
  const { entry, starts, today, posted, isMain, following } = props;
  const refused = refusedOf(posted, "move");
  const { errors, handlers } = useFormErrors(moveEntrySchema, refused?.errors);
  const values: Record<string, string> = refused?.values ?? startOf(entry.startsAt);
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <OpenedForm label="Move" isOpen={refused !== undefined} isMain={isMain}>
      <Form
        method="post"
        data-loading="Moving..."
        className="flex flex-col gap-4"
        {...handlers}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="version" value={entry.version} />
        <ErrorSummary errors={refused?.errors ? errors : {}} />
        <OverlapQuestion overlaps={refused?.overlaps} yes="Move It Anyway" />
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
          <SubmitButton>Move</SubmitButton>
        </p>
        {entry.kind === "appointment" && entry.clientEmail && (
          <p className="text-base text-soft">They get an email with the new time.</p>
        )}
      </Form>
    </OpenedForm>
  );
}

const schemas: Record<EntryKind, Parameters<typeof useFormErrors>[0]> = {
  appointment: editAppointmentSchema,
  block: newBlockSchema,
  away: editAwaySchema,
};

/** `following`: number of lessons in its series from this one on. */
type EditFormProps = EntryFormsProps & { isMain: boolean; following: number };

function EditForm({ entry, posted, isMain, following }: EditFormProps) {
  const kind = readEntryKind(entry.kind);
  const isAppointment = kind === "appointment";
  const refused = refusedOf(posted, "edit");
  const { errors, handlers } = useFormErrors(schemas[kind], refused?.errors);
  const values = refused?.values ?? textsOfEntry(entry);
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <OpenedForm label="Edit" isOpen={refused !== undefined} isMain={isMain}>
      <Form method="post" className="flex flex-col gap-4" {...handlers} preventScrollReset>
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="version" value={entry.version} />
        <ErrorSummary errors={refused?.errors ? errors : {}} />
        <OverlapQuestion overlaps={refused?.overlaps} yes="Save It Anyway" />
        {kind === "away" ? (
          <AwayFields field={field} />
        ) : (
          <Field {...field("title")} label="What it is" autoComplete="off" />
        )}
        {kind === "block" && <BlockTimes field={field} />}
        {isAppointment && <AppointmentEdits field={field} />}
        {entry.seriesId && <InvoicingField field={field} />}
        <TextField
          {...field("ownerNote")}
          label="Your note"
          hint="Clients never see it."
          rows={3}
          optional
        />
        {following > 1 && (
          <TickField
            name="following"
            id="edit-following"
            defaultChecked={values.following === "on"}
          >
            {`What it is, its length, price, place and invoice: also in ${thoseFollowing(following - 1)}`}
          </TickField>
        )}
        {isAppointment && isUpcoming(entry) && (
          <TickField name="tellsClient" defaultChecked={values.tellsClient === "on"}>
            Email your client about it
          </TickField>
        )}
        <p>
          <SubmitButton>Save</SubmitButton>
        </p>
        {isAppointment && (
          <p className="text-base text-soft">
            The email goes out when what it is, its length, its place or their address changes. To
            change the time, move it.
          </p>
        )}
      </Form>
    </OpenedForm>
  );
}

function AppointmentEdits({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("minutes")} label="Minutes" inputMode="numeric" />
        <Field {...field("price")} label="Price in A$" inputMode="decimal" optional />
      </div>
      <PlaceFields field={field} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("clientName")} label="Client" autoComplete="off" />
        <Field {...field("clientEmail")} label="Email" type="email" autoComplete="off" optional />
        <Field {...field("student")} label="Student" autoComplete="off" optional />
        <Field {...field("phone")} label="Phone" type="tel" autoComplete="off" optional />
      </div>
    </>
  );
}

type ReasonedFormProps = Pick<EntryFormsProps, "entry" | "posted"> & {
  intent: "cancel" | "decline" | "end-series";
  label: string;
  yes: string;
  children: string;
};

function ReasonedForm({ entry, intent, label, yes, children, posted }: ReasonedFormProps) {
  const refused = refusedOf(posted, intent);
  const isTold = entry.kind === "appointment" && entry.clientEmail;
  return (
    <OpenedForm
      label={label}
      isOpen={refused !== undefined}
      isAway
      isBesideAnswer={intent === "decline"}
    >
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="version" value={entry.version} />
        <p>{children}</p>
        {isTold && (
          <TextField
            name="reason"
            id={`${intent}-reason`}
            label="A word to them"
            hint="It's in the email."
            rows={2}
            defaultValue={refused?.values?.reason}
            error={refused?.errors?.reason}
            optional
          />
        )}
        {intent !== "decline" && entry.kind === "appointment" && (
          <label className="flex items-start gap-3 pointer-coarse:py-2">
            <input
              type="checkbox"
              name="forClient"
              defaultChecked={refused?.values?.forClient === "on"}
              className="mt-1 size-5 shrink-0 accent-(--fill)"
            />
            The client has cancelled
          </label>
        )}
        <p>
          <SubmitButton loading={intent === "decline" ? "Declining..." : "Cancelling..."}>
            {yes}
          </SubmitButton>
        </p>
      </Form>
    </OpenedForm>
  );
}

type SeriesPanelProps = {
  entry: Entry;
  /** In their order; empty for an entry without a series. */
  series: readonly Entry[];
  now: Date;
  canIssue: boolean;
  posted: DiaryFormState | undefined;
};

export function SeriesPanel({ entry, series, now, canIssue, posted }: SeriesPanelProps) {
  const { isOwner } = useAccess();
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
      {isOwner && canIssue && <InvoiceTogether {...{ entry, lessons }} />}
      {following.length > 1 && (
        <ReasonedForm
          {...{ entry, posted }}
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

type TogetherProps = Pick<SeriesPanelProps, "entry"> & { lessons: readonly Entry[] };

function InvoiceTogether({ entry, lessons }: TogetherProps) {
  const count = lessons.length;
  if (count < 2) return null;
  return (
    <ConfirmedAction
      id="invoice-term"
      label={`Invoice These ${count} Now`}
      className="button quiet self-start"
      question={`Invoice ${count} sessions in advance?`}
      yes="Invoice them"
      loading="Invoicing..."
      values={{ intent: "invoice-term", version: entry.version, count }}
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
