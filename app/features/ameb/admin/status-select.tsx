import { useFetcher } from "react-router";
import { type AmebBooking, amebStatusLabels } from "#app/features/ameb/model.ts";
import { amebStatuses } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";

/** Saves as soon as the status is changed; without scripts by a button. */
export function StatusSelect({
  booking,
}: {
  booking: Pick<AmebBooking, "id" | "status" | "studentParentName">;
}) {
  const fetcher = useFetcher<FormState>();
  const wanted = fetcher.formData?.get("status");
  // Shows the new status while it is being saved; if that fails, the stored one returns.
  const shown = amebStatuses.find((status) => status === wanted) ?? booking.status;
  return (
    <fetcher.Form
      method="post"
      className="flex flex-wrap items-center justify-end gap-2 md:justify-start"
    >
      <input type="hidden" name="id" value={booking.id} />
      <input type="hidden" name="from" value={shown} />
      <select
        name="status"
        aria-label={`Status of ${booking.studentParentName}`}
        value={shown}
        onChange={({ currentTarget }) => fetcher.submit(currentTarget.form)}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      >
        {amebStatuses.map((status) => (
          <option key={status} value={status}>
            {amebStatusLabels[status]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="link">
          Save
        </button>
      </noscript>
      {fetcher.state === "idle" && <FormFailure state={fetcher.data} />}
    </fetcher.Form>
  );
}
