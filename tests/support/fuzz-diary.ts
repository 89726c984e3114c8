import { startPath } from "#app/values/start-path.ts";

/* Of the diary, its services and its hours: what is there, and what is sent, all of it valid. */

/** Beside an appointment behind this link: everything else with the id that the requests name. */
export const diaryRows = (id: string, link: string) => [
  `update diary_entries set id = '${id}' where token = '${link}'`,
  `insert into services (id, category, slug, name, minutes, price)
    values ('${id}', 'voice-piano', 'another', 'Another lesson', 30, 5000)`,
  `insert into opening_hours (week)
    values ('${JSON.stringify(Array.from({ length: 7 }, () => [["00:00", "00:00"]]))}')`,
  `insert into opening_hours (id, service_id, week) values ('${id}', '${id}', '[]')`,
  `insert into calendar_sources (id, name, url) values ('${id}', 'Her own', 'https://127.0.0.1/x.ics')`,
];

/** At an hour in so many days, which is free until a request has taken it. */
const startIn = (days: number) =>
  startPath(new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * 86_400_000));

const service = {
  category: "voice-piano",
  name: "A longer lesson",
  minutes: "90",
  price: "140",
  place: "online",
  placeDetails: "https://meet.example/room",
  confirmation: "on-request",
  active: "on",
  bufferBefore: "0",
  bufferAfter: "15",
  step: "30",
  notice: "24",
  daysAhead: "60",
  mostPerDay: "",
  changeNotice: "48",
  slug: "",
};
const times = { "monday-1-from": "09:00", "monday-1-until": "12:30" };
const week = { intent: "week", serviceId: "", fromDay: "2090-01-01", untilDay: "2090-02-01" };

const hours: Record<string, unknown>[] = [
  { ...week, ...times, id: "", version: "0" },
  { ...times, times: "copy", id: "", version: "1" },
  { intent: "day", seen: "", day: "2090-03-02", "day-1-from": "09:00", "day-1-until": "12:00" },
  { intent: "remove-day", seen: "", day: "2090-03-02" },
  {
    intent: "away",
    awayFrom: "2090-04-02",
    awayUntil: "2090-04-09",
    awayTitle: "Tour",
    sure: "yes",
  },
];

export const diaryRequests = (
  id: string,
  link: string,
): [path: string, fields: Record<string, unknown>][] => [
  ...[20, 21, 22, 23, 24].map((days): [string, Record<string, unknown>] => [
    `/book/voice-piano/lesson/${startIn(days)}`,
    {
      name: "Ada",
      email: "ada@visitor.example",
      student: "Bo",
      phone: "0491570006",
      note: "Hello",
    },
  ]),
  [`/appointments/${link}`, { intent: "zone", zone: "Europe/London" }],
  [`/appointments/${link}/move/${startIn(25)}`, { version: "1" }],
  [`/appointments/${link}/move/20300108T2300Z`, { version: "1" }],
  [`/appointments/${link}/cancel`, { version: "1", reason: "A cold" }],
  [
    "/admin/diary/new",
    {
      kind: "appointment",
      clientName: "Ada",
      clientEmail: "ada@client.example",
      title: "Lesson",
      minutes: "60",
      price: "95",
      place: "studio",
      day: "2090-03-02",
      time: "10:00",
      anyway: "yes",
    },
  ],
  ["/admin/diary/new", { kind: "away", day: "2090-03-02", untilDay: "2090-03-04" }],
  ["/admin/diary", { id, intent: "confirm", version: "1" }],
  [`/admin/diary/${id}`, { intent: "move", version: "1", day: "2090-03-02", time: "11:00" }],
  [`/admin/diary/${id}`, { intent: "cancel", version: "1", reason: "A cold" }],
  ["/admin/services", { id, to: "1" }],
  ["/admin/services", { intent: "places", studio: "12 Sample Street", online: "" }],
  ["/admin/services/new", { ...service, intent: "create" }],
  [`/admin/services/${id}`, { ...service, slug: "another", version: "1" }],
  ...hours.map((fields): [string, Record<string, unknown>] => ["/admin/hours", fields]),
  ["/admin/hours", { ...week, ...times, id, version: "1" }],
  ["/admin/hours", { intent: "remove-week", id, version: "1" }],
  ["/admin/hours", { intent: "remove-away", id, version: "1" }],
  ["/admin/calendar", { intent: "add-source", name: "Teaching", url: "https://127.0.0.1/y.ics" }],
  ["/admin/calendar", { intent: "check-source", id }],
  ["/admin/calendar", { intent: "remove-source", id }],
];
