import { strangeClient, strangeText } from "./strange-rows.ts";

/*
 * The diary as another program may leave it: all that the checks of its tables let in, and times that they
 * would refuse.
 */

const kinds = ["appointment", "block", "away", "event"];
const states = ["requested", "booked", "done", "no-show", "cancelled", "held"];

const entry = (
  token: string,
  kind: string,
  state: string,
  place: string,
) => `insert into diary_entries
    (kind, state, firm, title, starts_at, ends_at, busy_from, busy_until, price, place, place_details,
      client_name, client_email, phone, student, note, owner_note, zone, token, held_until, cancelled_at,
      version, updated_at, service_id)
    values ('${kind}', '${state}', false, ${strangeText}, now() + interval '3 days 1.5 seconds',
      now() + interval '9 days', now() + interval '2 days', now() + interval '10 days',
      ${place ? 2_147_483_647 : -2_147_483_648},
      ${place || "null"}, ${strangeText}, ${strangeText}, '${strangeClient}', ${strangeText}, ${strangeText},
      ${strangeText}, ${strangeText}, 'Mars/Olympus', '${token}', 'infinity', '-infinity', 2147483647,
      'infinity', (select id from services where slug = 'strange'))`;

/** The links of their clients. */
export const strangeLinks: string[] = [];
/** Those that can be cancelled, of a version after which there is none. */
export const changeableLinks: string[] = [];

function linked(kind: string, state: string, place: string): string {
  const token = `a-strange-link-${String(strangeLinks.length).padStart(7, "0")}`;
  strangeLinks.push(token);
  if (kind === "appointment" && state === "booked") changeableLinks.push(token);
  return entry(token, kind, state, place);
}

/** From before all time, until after it, or on a day that no calendar has. */
const strangeSpans: [from: string, starts: string, ends: string, until: string][] = [
  ["-infinity", "2026-11-22T23:00Z", "2099-01-01T00:00Z", "2099-01-01T00:00Z"],
  ["-infinity", "-infinity", "2099-01-01T00:00Z", "infinity"],
  ["2026-11-22T23:00Z", "2098-01-01T00:00Z", "infinity", "infinity"],
  ["12345-01-01", "12345-01-01", "12345-01-02", "12345-01-02"],
  ["2026-11-22T23:00Z", "2098-01-01T00:00Z", "12345-01-02", "12345-01-02"],
  ["0044-03-15 BC", "0044-03-15 BC", "2099-01-01T00:00Z", "2099-01-01T00:00Z"],
];

type Span = (typeof strangeSpans)[number];

/** An entry whose times are not known. */
function untimed(kind: string, state: string, [from, starts, ends, until]: Span): string {
  const token = `a-strange-link-${String(strangeLinks.length).padStart(7, "0")}`;
  strangeLinks.push(token);
  return `insert into diary_entries (kind, state, firm, busy_from, starts_at, ends_at, busy_until, title,
      client_email, token, price, service_id)
    values ('${kind}', '${state}', false, '${from}', '${starts}', '${ends}', '${until}', ${strangeText},
      '${strangeClient}', '${token}', 9500, (select id from services where slug = 'strange'))`;
}

const service = (slug: string, place: string, more: string, changeNotice = 8760) =>
  `insert into services (category, slug, name, minutes, price, place, place_details, buffer_before,
      buffer_after, step, notice, days_ahead, change_notice, most_per_day, position, version, updated_at)
    values ('voice-piano', '${slug}', ${strangeText}, ${more}, '${place}', ${strangeText}, 240, 240, 240,
      0, 365, ${changeNotice}, 1, -2147483648, 2147483647, 'infinity')`;

const weeks = [
  '"x"',
  "5",
  "{}",
  "[]",
  '[[["25:00", "26:00"], ["09:00"], null], null, {"length": 3}, [["10:00", "09:00"]], [[[]]], 7, "x"]',
];

export const strangeDiary = [
  "alter table diary_entries drop constraint diary_entries_times_known",
  service("strange", "client", "480, 9999999", 0),
  service("a/../b?c#d", "online", "5, 0"),
  service("{{id}}", "studio", "60, null"),
  ...weeks.flatMap((week) => [
    `insert into opening_hours (week, from_day, until_day, version, updated_at)
      values ('${week}', '9999-01-01', '9999-12-31', 2147483647, 'infinity')`,
    `insert into opening_hours (week, service_id, from_day)
      values ('${week}', (select id from services where slug = 'strange'), '1900-01-01')`,
  ]),
  ...["1900-01-01", "9999-12-31"].map(
    (day) => `insert into day_hours (day, hours, note) values ('${day}', '{}', ${strangeText})`,
  ),
  ...["", "javascript:alert(1)", "https://[", "http://127.0.0.1:1/x"].map(
    (
      url,
    ) => `insert into calendar_sources (name, url, etag, last_modified, body, checked_at, succeeded_at,
          failing_since, error, expanded_until)
        values (${strangeText}, '${url}', E'a\\r\\nb', ${strangeText}, 'none', '-infinity', 'infinity',
          '-infinity', ${strangeText}, 'infinity')`,
  ),
  `insert into busy_times (source_id, starts_at, ends_at, summary)
    select id, '1900-01-01', '9999-12-31', ${strangeText} from calendar_sources`,
  ...kinds.flatMap((kind) =>
    states.flatMap((state) => [linked(kind, state, ""), linked(kind, state, "'client'")]),
  ),
  ...["appointment", "away"].flatMap((kind) =>
    strangeSpans.map((span) => untimed(kind, "booked", span)),
  ),
  ...states.map((state, index) => untimed("appointment", state, strangeSpans[index]!)),
  ...strangeSpans.map((span) => untimed("appointment", "done", span)),
];
