import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { ClientNotes } from "./model.ts";
import { notesSchema } from "./schema.ts";

/** `posted`: what was typed; it stays in the fields after a failure. */
export function NotesForm({
  saved,
  posted,
  busy,
}: {
  saved: ClientNotes;
  posted: FormState | undefined;
  busy: boolean;
}) {
  const { errors, handlers } = useFormErrors(notesSchema, posted?.errors);
  const typed = posted?.ok ? undefined : posted?.values;
  return (
    <Form method="post" className="flex flex-col gap-4" {...handlers}>
      <h2 className="display-3">Phone and notes</h2>
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="updatedAt" value={saved.updatedAt ?? ""} />
      <Field
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="off"
        optional
        defaultValue={typed?.phone ?? saved.phone}
        error={errors.phone}
      />
      <TextField
        name="notes"
        label="Notes"
        rows={3}
        optional
        defaultValue={typed?.notes ?? saved.notes}
        error={errors.notes}
        hint="Only you see these."
      />
      <button type="submit" className="button quiet self-start" disabled={busy}>
        {busy ? "Saving..." : "Save"}
      </button>
    </Form>
  );
}
