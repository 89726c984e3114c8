import { describe, expect, test } from "vitest";
import { instantOf } from "#app/values/wall-clock.ts";
import { placeOf } from "#app/routes/admin/diary/week.tsx";
import { agendaDays, clashing, type DiaryItem, timeOnDay, weekColumns } from "./agenda.ts";

/** From and until as clocks show them: `2026-03-12 10:00`. */
function at(written: string): Date {
  const [day, time] = written.split(" ");
  const [hour, minute] = time!.split(":").map(Number);
  return instantOf(day!, hour! * 60 + minute!)!;
}

function anItem(from: string, until: string, given: Partial<DiaryItem> = {}): DiaryItem {
  return {
    key: `${from} ${until}`,
    kind: "appointment",
    state: "booked",
    startsAt: at(from),
    endsAt: at(until),
    title: "Ada Visitor",
    detail: "",
    clashes: false,
    needsLink: false,
    isUntimed: false,
    to: "/admin/diary/1",
    ...given,
  };
}

const minutesOf = (items: readonly { from: number; until: number }[]) =>
  items.map(({ from, until }) => [from / 60, until / 60]);

describe("the days of the agenda", () => {
  test("have what is on them, earliest first, what fills the day before all others", () => {
    const days = agendaDays(
      [
        anItem("2026-03-12 14:00", "2026-03-12 15:00"),
        anItem("2026-03-12 09:00", "2026-03-12 10:00"),
        anItem("2026-03-12 00:00", "2026-03-13 00:00", { kind: "away" }),
      ],
      "2026-03-11",
      "2026-03-13",
    );
    expect(days.map(({ day, items }) => [day, minutesOf(items)])).toEqual([
      ["2026-03-11", []],
      [
        "2026-03-12",
        [
          [0, 24],
          [9, 10],
          [14, 15],
        ],
      ],
      ["2026-03-13", []],
    ]);
  });

  test("share what goes past midnight", () => {
    const item = anItem("2026-03-12 22:00", "2026-03-13 01:30");
    const days = agendaDays([item], "2026-03-12", "2026-03-13");
    expect(days.map(({ items }) => minutesOf(items))).toEqual([[[22, 24]], [[0, 1.5]]]);
    expect(days.map(({ day, items }) => timeOnDay(items[0]!, day))).toEqual([
      "from 10:00 pm",
      "until 1:30 am",
    ]);
  });

  test("say both ends of what ends at midnight", () => {
    const [day] = agendaDays(
      [anItem("2026-03-12 22:00", "2026-03-13 00:00")],
      "2026-03-12",
      "2026-03-12",
    );
    expect(timeOnDay(day!.items[0]!, "2026-03-12")).toBe("10:00 pm–12:00 am");
  });

  test("say that nobody has set the time of what is only on a day", () => {
    const item = anItem("2026-03-12 00:00", "2026-03-13 00:00", { isUntimed: true });
    const [{ items } = { items: [] }] = agendaDays([item], "2026-03-12", "2026-03-12");
    expect(timeOnDay(items[0]!, "2026-03-12")).toBe("time not set");
  });

  test("show the hours of the clock on days of 23 and 25 hours", () => {
    const on = (day: string) =>
      minutesOf(agendaDays([anItem(`${day} 01:00`, `${day} 10:00`)], day, day)[0]!.items);
    expect([on("2026-10-04"), on("2026-04-05")]).toEqual([[[1, 10]], [[1, 10]]]);
  });

  test("keep a session in the hour that comes twice in order", () => {
    const first = at("2026-04-05 02:30");
    const item = { ...anItem("2026-04-05 02:30", "2026-04-05 03:00") };
    const endsAt = new Date(first.getTime() + 45 * 60_000);
    const [day] = agendaDays([{ ...item, endsAt }], "2026-04-05", "2026-04-05");
    expect(minutesOf(day!.items)).toEqual([[2.5, 2.75]]);
  });
});

describe("the columns of the week", () => {
  const columnsOf = (items: DiaryItem[], open = [{ opens: 540, closes: 1020 }]) =>
    weekColumns(agendaDays(items, "2026-03-12", "2026-03-12"), () => open);
  const lanesOf = (items: DiaryItem[]) =>
    columnsOf(items).columns[0]!.timed.map(({ lane, lanes }) => [lane, lanes]);

  test("are from nine to five, longer where something is earlier or later", () => {
    const hours = ({ firstHour, lastHour }: ReturnType<typeof columnsOf>) => [firstHour, lastHour];
    expect(hours(columnsOf([]))).toEqual([9, 17]);
    expect(hours(columnsOf([anItem("2026-03-12 07:30", "2026-03-12 20:15")]))).toEqual([7, 21]);
    expect(hours(columnsOf([], [{ opens: 480, closes: 1440 }]))).toEqual([8, 24]);
  });

  test("put what overlaps side by side, and give the rest the whole width", () => {
    expect(
      lanesOf([
        anItem("2026-03-12 09:00", "2026-03-12 10:00"),
        anItem("2026-03-12 09:30", "2026-03-12 11:00"),
        anItem("2026-03-12 10:00", "2026-03-12 10:30"),
        anItem("2026-03-12 11:00", "2026-03-12 12:00"),
      ]),
    ).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
  });

  test("have no more lanes than there is room for", () => {
    const six = Array.from({ length: 6 }, (_, index) =>
      anItem("2026-03-12 09:00", "2026-03-12 10:00", { key: String(index) }),
    );
    expect(lanesOf(six).at(-1)).toEqual([3, 4]);
  });

  test("keep what fills the day apart from the hours", () => {
    const { columns, firstHour } = columnsOf([anItem("2026-03-11 00:00", "2026-03-14 00:00")]);
    expect([columns[0]!.allDay.length, columns[0]!.timed, firstHour]).toEqual([1, [], 9]);
  });
});

describe("a clash", () => {
  const taker = (id: string, from: string, until: string) => ({
    id,
    from: at(`2026-03-12 ${from}`),
    until: at(`2026-03-12 ${until}`),
  });

  test("is both of two that overlap, and nothing that only meets another", () => {
    const found = clashing([
      taker("neighbour", "11:00", "12:00"),
      taker("first", "09:00", "10:30"),
      taker("second", "10:00", "11:00"),
    ]);
    expect([...found].toSorted()).toEqual(["first", "second"]);
  });

  test("is also with one that began long before", () => {
    const found = clashing([
      taker("away", "00:00", "23:00"),
      taker("first", "09:00", "10:00"),
      taker("last", "15:00", "16:00"),
    ]);
    expect([...found].toSorted()).toEqual(["away", "first", "last"]);
  });
});

test.each([
  [1439, 0],
  [1079, 9],
])("minute %i of the day, with hours from %i on, is drawn within its hour", (minute, first) => {
  const hour = Math.floor(minute / 60) - first;
  expect(placeOf(minute, minute + 5, first)).toBe(
    `[--at-hour:${hour}] [--at-step:11] [--for-hours:0] [--for-steps:1]`,
  );
});
