import { melbourneZone } from "#app/values/calendar.ts";

/** Every zone that this machine knows; Melbourne first, which is the one that is most often looked for. */
export function ZoneForm({ zone }: { zone: string }) {
  const zones = [...new Set([melbourneZone, zone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <details className="mt-4">
      <summary className="link w-fit cursor-pointer">Change time zone</summary>
      <form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="zone" />
        <label className="flex flex-col gap-1.5 font-semibold">
          Time zone
          <select name="zone" defaultValue={zone} className="input font-normal">
            {zones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
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
