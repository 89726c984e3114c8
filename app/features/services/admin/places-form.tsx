import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Places } from "../places.ts";
import { placesSchema } from "../service-schema.ts";
import type { ServiceIntent } from "../service-words.ts";

export type ServicesState = FormState & {
  /** The form that was answered. */
  of?: ServiceIntent;
  /** The current places, after a stale tab was refused. */
  current?: Places;
};

type PlacesFormProps = {
  places: Places;
  missing: Readonly<Record<keyof Places, boolean>>;
  posted: ServicesState | undefined;
  busy: boolean;
};

export function PlacesForm({ places, missing, posted, busy }: PlacesFormProps) {
  const failed = posted && !posted.ok ? posted : undefined;
  const { errors, handlers } = useFormErrors(placesSchema, failed?.errors);
  const seen = failed?.current ?? places;
  const shown = failed?.values ?? places;
  return (
    <Form method="post" className="flex flex-col gap-3" preventScrollReset {...handlers}>
      <h2 id="places" className="display-3">
        Where sessions are
      </h2>
      <p className="text-soft">
        For all services without an address or link of their own. Clients get it with their
        confirmation.
      </p>
      {(missing.studio || missing.online) && (
        // A narrow screen says it at the top of the page.
        <p className="border-l-4 border-brass bg-raised p-4 max-xl:hidden">
          {missingPlaces(missing)}
        </p>
      )}
      {posted?.ok && posted.message && <FormMessage ok>{posted.message}</FormMessage>}
      {failed?.errors && <ErrorSummary errors={errors} />}
      <FormFailure state={failed} />
      <input type="hidden" name="intent" value="places" />
      <input type="hidden" name="seenStudio" value={seen.studio} />
      <input type="hidden" name="seenOnline" value={seen.online} />
      <div className="grid gap-x-5 gap-y-3 md:max-xl:grid-cols-2">
        <TextField
          name="studio"
          label="Your studio's address"
          optional
          rows={2}
          autoComplete="street-address"
          defaultValue={shown.studio}
          error={errors.studio}
        />
        <Field
          name="online"
          label="Your link for online sessions"
          optional
          autoComplete="off"
          hint="Such as https://meet.example/your-room"
          defaultValue={shown.online}
          error={errors.online}
        />
      </div>
      <p>
        <button type="submit" className="button quiet" disabled={busy}>
          Save address and link
        </button>
      </p>
    </Form>
  );
}

export function missingPlaces({ studio, online }: PlacesFormProps["missing"]): string {
  const told = [studio && "where to come", online && "how to join online"].filter(Boolean);
  return `Clients don't know yet ${told.join(" or ")}.`;
}
