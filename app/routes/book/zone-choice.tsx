import { isMelbourneTime, zoneWords } from "#app/features/services/times.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { zoneCity } from "#app/values/wall-clock.ts";

/** Without scripts as well: the page comes again with the zone in its address. */
export function ZoneChoice({
  zone,
  week,
  now,
}: {
  zone: string;
  /** The week that is shown. */
  week: string;
  now: Date;
}) {
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer py-1">
        Times in <strong>{zoneWords(now, zone)}</strong>
        {!isMelbourneTime(now, zone) && ", Melbourne's below"} ·{" "}
        <span className="link">
          Change<span className="sr-only"> time zone</span>
        </span>
      </summary>
      <form className="mt-2 flex flex-wrap items-end gap-3">
        <input type="hidden" name="week" value={week} />
        <label className="flex w-full max-w-72 flex-col gap-1.5 font-semibold">
          Where are you?
          <select name="zone" defaultValue={zone} className="input font-normal">
            <option value={melbourneZone}>Melbourne</option>
            {!zones.has(zone) && <option value={zone}>{zoneCity(zone) || zone}</option>}
            {[...regions].map(([region, names]) => (
              <optgroup key={region} label={region}>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {zoneCity(name)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <button type="submit" className="button quiet">
          Show times there
        </button>
      </form>
    </details>
  );
}

/** Every zone that has a place, by continent and ocean. */
const names = Intl.supportedValuesOf("timeZone").filter(
  (name) => name !== melbourneZone && zoneCity(name) !== "",
);
const zones = new Set([melbourneZone, ...names]);
const byCity = (first: string, second: string) => zoneCity(first).localeCompare(zoneCity(second));
const regions = Map.groupBy(names.toSorted(byCity), (name) => name.split("/")[0]!);
