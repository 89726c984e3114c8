import { ZoneField } from "#app/features/services/zone-field.tsx";

/** The zone is stored with the appointment: later emails use it. */
export function ZoneForm({ zone }: { zone: string }) {
  return (
    <details className="mt-4">
      <summary className="link w-fit cursor-pointer pointer-coarse:py-2.5">
        Change time zone
      </summary>
      <form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="zone" />
        <ZoneField zone={zone} />
        <button type="submit" className="button quiet">
          Show times there
        </button>
      </form>
    </details>
  );
}
