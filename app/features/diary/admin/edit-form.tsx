import { Form } from "react-router";
import { editAwaySchema } from "#app/features/diary/away-schema.ts";
import { isUpcoming } from "#app/features/diary/model.ts";
import { thoseFollowing } from "#app/features/diary/series.ts";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type EntryFormsProps, refusedOf } from "./entry-form-props.ts";
import { AwayFields } from "./away-section.tsx";
import { type EntryKind, readEntryKind } from "./entry-kinds.ts";
import { editAppointmentSchema, newBlockSchema } from "./entry-rules.ts";
import { textsOfEntry } from "./entry-texts.ts";
import { BlockTimes, type FieldOf } from "./new-entry-form.tsx";
import { OverlapQuestion } from "./overlap-question.tsx";
import { PlaceFields } from "./place-fields.tsx";

const schemas: Record<EntryKind, Parameters<typeof useFormErrors>[0]> = {
  appointment: editAppointmentSchema,
  block: newBlockSchema,
  away: editAwaySchema,
};

/** `following`: number of lessons in its series from this one on. */
type EditFormProps = EntryFormsProps & { isMain: boolean; following: number };

export function EditForm({ entry, posted, busy, isMain, following }: EditFormProps) {
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
        <OverlapQuestion overlaps={refused?.overlaps} yes="Save It Anyway" busy={busy} />
        {kind === "away" ? (
          <AwayFields field={field} />
        ) : (
          <Field {...field("title")} label="What it is" autoComplete="off" />
        )}
        {kind === "block" && <BlockTimes field={field} />}
        {isAppointment && <AppointmentEdits field={field} />}
        <TextField
          {...field("ownerNote")}
          label="Your note"
          hint="Only you see it."
          rows={3}
          optional
        />
        {following > 1 && (
          <TickField
            name="following"
            id="edit-following"
            defaultChecked={values.following === "on"}
          >
            {`What it is, its length, price and place: also in ${thoseFollowing(following - 1)}`}
          </TickField>
        )}
        {isAppointment && isUpcoming(entry) && (
          <TickField name="tellsClient" defaultChecked={values.tellsClient === "on"}>
            Email your client about it
          </TickField>
        )}
        <p>
          <button type="submit" disabled={busy} className="button">
            Save
          </button>
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
