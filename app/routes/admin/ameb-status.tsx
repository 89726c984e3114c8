import { useFetcher } from "react-router";
import { useAccess } from "#app/ui/admin/access.tsx";
import { type AmebBooking, amebStatusLabels } from "#app/features/ameb/model.ts";
import { type AmebStatus, amebStatuses } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";

const tones: Record<AmebStatus, string> = {
  pending: "border-brass bg-brass/15",
  contacted: "border-edge bg-raised",
  booked: "border-good/50 bg-good/10 text-good",
  cancelled: "border-danger/50 bg-danger/10 text-danger",
};

const selectClass =
  "min-h-11 cursor-pointer rounded-full border px-3 text-base font-semibold " +
  "lg:pointer-fine:min-h-9";

type StatusSelectProps = { booking: Pick<AmebBooking, "id" | "status" | "studentParentName"> };

export function StatusSelect({ booking }: StatusSelectProps) {
  const fetcher = useFetcher<FormState>();
  const { mayChange } = useAccess();
  const wanted = fetcher.formData?.get("status");
  // Optimistic: the stored status returns if saving fails.
  const shown = amebStatuses.find((status) => status === wanted) ?? booking.status;
  if (!mayChange) return amebStatusLabels[shown];
  return (
    <fetcher.Form
      method="post"
      data-loading="Updating status..."
      data-failure="Failed to update status."
      className="flex flex-wrap items-center justify-end gap-2 md:justify-start"
    >
      <input type="hidden" name="id" value={booking.id} />
      <input type="hidden" name="from" value={shown} />
      <select
        name="status"
        aria-label={`Status of ${booking.studentParentName}`}
        value={shown}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        className={`${selectClass} ${tones[shown]}`}
      >
        {amebStatuses.map((status) => (
          <option key={status} value={status} className="bg-surface text-ink">
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
