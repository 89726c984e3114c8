import ICAL from "ical.js";
import { melbourneZone } from "#app/values/calendar.ts";
import { isZone } from "#app/values/wall-clock.ts";

const msPerDay = 86_400_000;

/** Wall times are milliseconds counted as if in UTC. */
export type Zone = {
  name: string;
  /** A skipped time counts as if it wasn't; of a repeated time the first one counts. */
  instantAt: (wall: number) => number;
  wallAt: (instant: number) => number;
};

export const utc: Zone = { name: "UTC", instantAt: (wall) => wall, wallAt: (instant) => instant };

const known = new Map<string, Zone>();

function namedZone(name: string): Zone {
  const zone = known.get(name) ?? makeZone(name);
  known.set(name, zone);
  return zone;
}

export const floating = namedZone(melbourneZone);

function makeZone(name: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const offsetAt = (instant: number) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const { year, month, day, hour, minute, second } = parts;
    const shown = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
    return shown - Math.floor(instant / 1000) * 1000;
  };
  // Intl is slow, and clocks change on a few days only.
  const offsets = new Map<number, number>();
  const offsetOfDay = (count: number) => {
    const offset = offsets.get(count) ?? offsetAt(count * msPerDay);
    offsets.set(count, offset);
    return offset;
  };
  return {
    name,
    instantAt(wall) {
      const day = Math.floor(wall / msPerDay);
      // No offset is a whole day.
      const [before, after] = [offsetOfDay(day - 1), offsetOfDay(day + 2)];
      const first = wall - before;
      if (before === after || offsetAt(first) === before) return first;
      return offsetAt(wall - after) === after ? wall - after : first;
    },
    wallAt: (instant) => instant + offsetAt(instant),
  };
}

export function zonesOf(definitions: readonly ICAL.Component[]): (tzid: string) => Zone {
  const found = new Map<string, Zone>();
  const byId = new Map(
    definitions.map((one) => [String(one.getFirstPropertyValue("tzid")), one] as const),
  );
  return (tzid) => {
    const zone = found.get(tzid) ?? findZone(tzid, byId.get(tzid));
    found.set(tzid, zone);
    return zone;
  };
}

/** A known zone name beats a definition, which ends or simplifies. */
function findZone(tzid: string, definition: ICAL.Component | undefined): Zone {
  const place = definition?.getFirstPropertyValue("x-lic-location");
  const name = zoneName(tzid) ?? (typeof place === "string" ? zoneName(place) : undefined);
  if (name) return namedZone(name);
  return definition ? definedZone(tzid, definition) : floating;
}

function zoneName(tzid: string): string | undefined {
  if (/^(z|utc|gmt|tzone:\/\/microsoft\/utc)$/i.test(tzid)) return "Etc/UTC";
  // Outlook's names of zones without a place; `Etc` counts the other way.
  const [, sign, hours] = /^UTC([+-])(\d\d)$/.exec(tzid) ?? [];
  if (hours) return `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
  // Some programs write `/mozilla.org/20050126_1/Australia/Melbourne`.
  const parts = tzid.split("/").filter(Boolean);
  const names = [tzid, parts.slice(-3).join("/"), parts.slice(-2).join("/")];
  return names.find((name) => name.includes("/") && isZone(name)) ?? zoneOfWindows(tzid);
}

function definedZone(name: string, component: ICAL.Component): Zone {
  const zone = new ICAL.Timezone({ component, tzid: name });
  const instantAt = (wall: number) => wall - zone.utcOffset(asTime(wall)) * 1000;
  return {
    name,
    instantAt,
    wallAt(instant) {
      const offset = (wall: number) => zone.utcOffset(asTime(wall)) * 1000;
      const guess = instant + offset(instant);
      return instant + offset(guess);
    },
  };
}

export function asTime(wall: number): ICAL.Time {
  const date = new Date(wall);
  return new ICAL.Time(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      isDate: false,
    },
    ICAL.Timezone.localTimezone,
  );
}

export function wallOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/* Outlook's names of time zones (Unicode CLDR's table, with its zone for the whole world). */

const table = `
Afghanistan=Asia/Kabul|Alaskan=America/Anchorage|Aleutian=America/Adak|Altai=Asia/Barnaul|Arab=Asia/Riyadh
Arabian=Asia/Dubai|Arabic=Asia/Baghdad|Argentina=America/Buenos_Aires|Astrakhan=Europe/Astrakhan
Atlantic=America/Halifax|AUS Central=Australia/Darwin|Aus Central W.=Australia/Eucla
AUS Eastern=Australia/Sydney|Azerbaijan=Asia/Baku|Azores=Atlantic/Azores|Bahia=America/Bahia
Bangladesh=Asia/Dhaka|Belarus=Europe/Minsk|Bougainville=Pacific/Bougainville|Canada Central=America/Regina
Cape Verde=Atlantic/Cape_Verde|Caucasus=Asia/Yerevan|Cen. Australia=Australia/Adelaide
Central=America/Chicago|Central America=America/Guatemala|Central Asia=Asia/Bishkek
Central Brazilian=America/Cuiaba|Central Europe=Europe/Budapest|Central European=Europe/Warsaw
Central Pacific=Pacific/Guadalcanal|Central (Mexico)=America/Mexico_City|Chatham Islands=Pacific/Chatham
China=Asia/Shanghai|Cuba=America/Havana|Dateline=Etc/GMT+12|E. Africa=Africa/Nairobi
E. Australia=Australia/Brisbane|E. Europe=Europe/Chisinau|E. South America=America/Sao_Paulo
Easter Island=Pacific/Easter|Eastern=America/New_York|Eastern (Mexico)=America/Cancun|Egypt=Africa/Cairo
Ekaterinburg=Asia/Yekaterinburg|Fiji=Pacific/Fiji|FLE=Europe/Kiev|Georgian=Asia/Tbilisi|GMT=Europe/London
Greenland=America/Godthab|Greenwich=Atlantic/Reykjavik|GTB=Europe/Bucharest|Haiti=America/Port-au-Prince
Hawaiian=Pacific/Honolulu|India=Asia/Calcutta|Iran=Asia/Tehran|Israel=Asia/Jerusalem|Jordan=Asia/Amman
Kaliningrad=Europe/Kaliningrad|Korea=Asia/Seoul|Libya=Africa/Tripoli|Line Islands=Pacific/Kiritimati
Lord Howe=Australia/Lord_Howe|Magadan=Asia/Magadan|Magallanes=America/Punta_Arenas
Marquesas=Pacific/Marquesas|Mauritius=Indian/Mauritius|Middle East=Asia/Beirut|Montevideo=America/Montevideo
Morocco=Africa/Casablanca|Mountain=America/Denver|Mountain (Mexico)=America/Mazatlan|Myanmar=Asia/Rangoon
N. Central Asia=Asia/Novosibirsk|Namibia=Africa/Windhoek|Nepal=Asia/Katmandu|New Zealand=Pacific/Auckland
Newfoundland=America/St_Johns|Norfolk=Pacific/Norfolk|North Asia=Asia/Krasnoyarsk
North Asia East=Asia/Irkutsk|North Korea=Asia/Pyongyang|Omsk=Asia/Omsk|Pacific=America/Los_Angeles
Pacific SA=America/Santiago|Pacific (Mexico)=America/Tijuana|Pakistan=Asia/Karachi|Paraguay=America/Asuncion
Qyzylorda=Asia/Qyzylorda|Romance=Europe/Paris|Russia 3=Europe/Samara|Russia 10=Asia/Srednekolymsk
Russia 11=Asia/Kamchatka|Russian=Europe/Moscow|SA Eastern=America/Cayenne|SA Pacific=America/Bogota
SA Western=America/La_Paz|SE Asia=Asia/Bangkok|Saint Pierre=America/Miquelon|Sakhalin=Asia/Sakhalin
Samoa=Pacific/Apia|Sao Tome=Africa/Sao_Tome|Saratov=Europe/Saratov|Singapore=Asia/Singapore
South Africa=Africa/Johannesburg|South Sudan=Africa/Juba|Sri Lanka=Asia/Colombo|Sudan=Africa/Khartoum
Syria=Asia/Damascus|Taipei=Asia/Taipei|Tasmania=Australia/Hobart|Tocantins=America/Araguaina
Tokyo=Asia/Tokyo|Tomsk=Asia/Tomsk|Tonga=Pacific/Tongatapu|Transbaikal=Asia/Chita|Turkey=Europe/Istanbul
Turks And Caicos=America/Grand_Turk|Ulaanbaatar=Asia/Ulaanbaatar|US Eastern=America/Indianapolis
US Mountain=America/Phoenix|Venezuela=America/Caracas|Vladivostok=Asia/Vladivostok
Volgograd=Europe/Volgograd|W. Australia=Australia/Perth|W. Central Africa=Africa/Lagos
W. Europe=Europe/Berlin|W. Mongolia=Asia/Hovd|West Asia=Asia/Tashkent|West Bank=Asia/Hebron
West Pacific=Pacific/Port_Moresby|Yakutsk=Asia/Yakutsk|Yukon=America/Whitehorse
`;

const zones = new Map(
  table
    .trim()
    .split(/[|\n]/)
    .map((row) => row.split("=") as [string, string])
    .map(([name, zone]) => [name.toLowerCase(), zone]),
);

/** `Australia/Sydney` for `AUS Eastern Standard Time`. */
function zoneOfWindows(name: string): string | undefined {
  // `Central Standard Time (Mexico)` keeps its country.
  const short = name
    .toLowerCase()
    .replace(/ (standard|daylight) time/, "")
    .trim();
  return zones.get(short);
}
