import { melbourneZone } from "#app/values/calendar.ts";
import { zoneCity } from "#app/values/wall-clock.ts";
import { grouped } from "#app/values/older-browsers.ts";

export function ZoneField({ zone }: { zone: string }) {
  return (
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
  );
}

// A third of such a page is this list. Nearly all of these towns have the time of a city in it, and a browser names its
// own zone anyway.
const unlisted =
  /^Antarctica|\/(Argentina\/(?!Buenos)|Indiana\/(?!Indianap)|Kentucky\/(?!Lou)|North_Dakota)/;
const names = Intl.supportedValuesOf("timeZone").filter(
  (name) => name !== melbourneZone && zoneCity(name) !== "" && !unlisted.test(name),
);
const zones = new Set([melbourneZone, ...names]);
const byCity = (first: string, second: string) => zoneCity(first).localeCompare(zoneCity(second));
const regions = grouped(names.toSorted(byCity), (name) => name.split("/")[0]!);
