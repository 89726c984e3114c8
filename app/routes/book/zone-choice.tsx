import { isMelbourneTime, zoneWords } from "#app/features/services/times.ts";
import { ZoneField } from "#app/features/services/zone-field.tsx";

/** Works without scripts: the page reloads with the zone in its URL. */
export function ZoneChoice({
  zone,
  week,
  proof,
  now,
}: {
  zone: string;
  week: string;
  proof: string | null;
  now: Date;
}) {
  return (
    <details className="mt-3">
      <summary className="block w-fit cursor-pointer py-1 pointer-coarse:py-2.5">
        Times in <strong>{zoneWords(now, zone)}</strong> ·{" "}
        <span className="link">
          Change<span className="sr-only"> time zone</span>
        </span>
        {!isMelbourneTime(now, zone) && (
          <span className="block text-base text-soft">Melbourne time is below each.</span>
        )}
      </summary>
      <form className="mt-2 flex flex-wrap items-end gap-3">
        <input type="hidden" name="week" value={week} />
        {proof && <input type="hidden" name="proof" value={proof} />}
        <ZoneField zone={zone} />
        <button type="submit" className="button quiet">
          Show times there
        </button>
      </form>
    </details>
  );
}
