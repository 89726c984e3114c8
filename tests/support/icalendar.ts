/*
 * Reads iCalendar files as strictly as RFC 5545 is written, and tells local times by the file's own
 * time zone, so that a wrong VTIMEZONE is noticed.
 */

type ParsedEvent = Record<string, string> & { start: string; end: string | null };

type Property = { name: string; params: Record<string, string>; value: string };
type Component = { name: string; properties: Property[]; parts: Component[] };

const fail = (why: string): never => {
  throw new Error(`No calendar: ${why}`);
};

export function parseCalendar(file: string): ParsedEvent[] {
  const calendar = componentOf(linesOf(file).map(propertyOf));
  if (calendar.name !== "VCALENDAR") fail(calendar.name);
  once(calendar, "PRODID");
  if (once(calendar, "VERSION") !== "2.0") fail("its version");
  const zones = new Map(
    calendar.parts
      .filter(({ name }) => name === "VTIMEZONE")
      .map((zone) => [once(zone, "TZID"), zone]),
  );
  const events = calendar.parts.filter(({ name }) => name === "VEVENT");
  const parsed = events.map((event) => readEvent(event, zones));
  const ids = parsed.map(({ UID }) => UID);
  if (new Set(ids).size !== ids.length) fail("two events of one UID");
  return parsed;
}

function linesOf(file: string): string[] {
  if (!file.endsWith("\r\n")) fail("no line end at its end");
  const lines = file.slice(0, -2).split("\r\n");
  for (const line of lines) {
    if (/[\u0000-\u0008\n-\u001f\u007f\ufffd]/.test(line)) fail(`a control character in ${line}`);
    if (Buffer.byteLength(line) > 75) fail(`a line of more than 75 bytes: ${line}`);
  }
  return lines
    .join("\r\n")
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n");
}

function propertyOf(line: string): Property {
  const [, name, given = "", value] =
    /^([A-Z][A-Z-]*)((?:;[A-Z-]+=[^";:,]+)*):(.*)$/.exec(line) ?? fail(line);
  const params = given.split(";").slice(1);
  return {
    name: name!,
    params: Object.fromEntries(params.map((param) => param.split("="))),
    value: value!,
  };
}

function componentOf(properties: Property[]): Component {
  const root: Component = { name: "", properties: [], parts: [] };
  const open = [root];
  for (const property of properties) {
    if (open.length === 0) fail("lines after its end");
    const within = open.at(-1)!;
    if (property.name === "BEGIN") {
      const part = { name: property.value, properties: [], parts: [] };
      within.parts.push(part);
      open.push(part);
    } else if (property.name === "END") {
      if (property.value !== within.name) fail(`END:${property.value} within ${within.name}`);
      open.pop();
    } else within.properties.push(property);
  }
  if (open.length !== 1 || root.parts.length !== 1) fail("an unfinished component");
  return root.parts[0]!;
}

function maybe({ name: of, properties }: Component, name: string): Property | undefined {
  const found = properties.filter((property) => property.name === name);
  if (found.length > 1) fail(`${name} twice in ${of}`);
  return found[0];
}

const once = (component: Component, name: string): string =>
  maybe(component, name)?.value ?? fail(`no ${name} in ${component.name}`);

function text(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value) || /\\(?![\\;,nN])/.test(value.replaceAll("\\\\", "")))
    fail(`the text ${value}`);
  return value.replaceAll(/\\(.)/g, (_, escaped) => (/n/i.test(escaped) ? "\n" : escaped));
}

function readEvent(event: Component, zones: Map<string, Component>): ParsedEvent {
  const start = maybe(event, "DTSTART") ?? fail("no DTSTART");
  const end = maybe(event, "DTEND");
  const [from, until] = [instantOf(start, zones), end ? instantOf(end, zones) : null];
  if (until !== null && (until <= from || until.length !== from.length)) fail("its end");
  for (const name of ["DTSTAMP", "LAST-MODIFIED"])
    if (!/^\d{8}T\d{6}Z$/.test(once(event, name))) fail(name);
  if (!/^\d+$/.test(once(event, "SEQUENCE"))) fail("its SEQUENCE");
  if (!/^(TENTATIVE|CONFIRMED|CANCELLED)$/.test(once(event, "STATUS"))) fail("its STATUS");
  if (!/^(OPAQUE|TRANSPARENT)$/.test(once(event, "TRANSP"))) fail("its TRANSP");
  if (!URL.canParse(once(event, "URL"))) fail("its URL");
  const values = event.properties.map(({ name, value }) => [
    name,
    ["SUMMARY", "DESCRIPTION", "LOCATION"].includes(name) ? text(value) : value,
  ]);
  once(event, "UID");
  return { ...Object.fromEntries(values), start: from, end: until };
}

/** A day, or an instant in UTC. */
function instantOf({ value, params }: Property, zones: Map<string, Component>): string {
  const [, year, month, date, , hour = "0", minute = "0", second = "0"] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value) ?? fail(`the date ${value}`);
  const local = Date.UTC(+year!, +month! - 1, +date!, +hour, +minute, +second);
  const iso = new Date(local).toISOString();
  if (iso.slice(0, 10).replaceAll("-", "") !== value.slice(0, 8)) fail(`the date ${value}`);
  if (params.VALUE === "DATE") return value.length === 8 ? iso.slice(0, 10) : fail(value);
  if (value.endsWith("Z")) return new Date(local).toISOString();
  const zone = zones.get(params.TZID ?? "") ?? fail(`the zone ${params.TZID}`);
  if (value.length === 8) fail(`no time in ${value}`);
  return new Date(local - offsetAt(zone, local)).toISOString();
}

/** The offset of the change last passed, by rules of the form `first Sunday of a month`. */
function offsetAt(zone: Component, local: number): number {
  const changes = zone.parts.flatMap((rule) => {
    const [, month, week] =
      /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(\d)SU$/.exec(once(rule, "RRULE")) ?? fail("its RRULE");
    const first = once(rule, "DTSTART");
    const year = new Date(local).getUTCFullYear();
    return [year - 1, year].map((of) => {
      const monthStart = new Date(Date.UTC(of, +month! - 1, 1));
      const day = 1 + ((7 - monthStart.getUTCDay()) % 7) + (+week! - 1) * 7;
      const at = Date.UTC(of, +month! - 1, day, +first.slice(9, 11));
      return { at, offset: milliseconds(once(rule, "TZOFFSETTO")) };
    });
  });
  const passed = changes.filter(({ at }) => at <= local).sort((one, other) => other.at - one.at);
  return passed[0]?.offset ?? fail("a time before its zone");
}

const milliseconds = (offset: string): number =>
  (offset.startsWith("-") ? -1 : 1) *
  (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5))) *
  60_000;
