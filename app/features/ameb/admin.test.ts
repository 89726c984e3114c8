import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditEntries, amebBookings, calendarLinks } from "#app/server/database/tables.server.ts";
import { purgeDeletedRecords } from "#app/features/privacy/retention.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBooking, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { calendarLinkCreatedAt, isCalendarToken, makeCalendarLink } from "./diary.server.ts";
import { deleteBooking, restoreBooking, setAmebStatus } from "./commands.server.tsx";
import { bookingListShape, daysLeft, timeOfDay } from "./model.ts";
import { listBookings, listDeletedBookings, listBookingsSince } from "./queries.server.ts";
import { amebStatuses } from "#app/server/database/enums.ts";

const list = (query = "") => readListQuery(new URLSearchParams(query), bookingListShape);
const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

/** The diary records of its own what follows from a change. */
const isAboutBooking = eq(auditEntries.subjectKind, "booking");

describe("a booking's status", () => {
  dbTest("changes from any to any other, and the log records each change", async ({ db }) => {
    const { id } = await aBooking(db);
    let from: (typeof amebStatuses)[number] = "pending";
    for (const status of ["cancelled", "booked", "contacted", "pending"] as const) {
      expect(await setAmebStatus(db, owner, { id, from, status }, NOW)).toEqual({ ok: true });
      from = status;
    }
    const all = db.select().from(auditEntries).where(isAboutBooking);
    const changes = await all.orderBy(auditEntries.id);
    expect(changes.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      [owner.email, { status: "pending" }, { status: "cancelled" }],
      [owner.email, { status: "cancelled" }, { status: "booked" }],
      [owner.email, { status: "booked" }, { status: "contacted" }],
      [owner.email, { status: "contacted" }, { status: "pending" }],
    ]);
  });

  onBoth("set in an older tab is refused", async ({ db }) => {
    const { id } = await aBooking(db);
    const outcomes = await Promise.all(
      (["booked", "cancelled"] as const).map((status) =>
        setAmebStatus(db, owner, { id, from: "pending", status }, NOW),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const [stored] = await db.select().from(amebBookings);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({
      ok: false,
      reason: "changed",
      now: stored!.status,
    });
    expect(await db.$count(auditEntries, isAboutBooking)).toBe(1);
  });

  dbTest("of a deleted booking cannot be changed", async ({ db }) => {
    const { id } = await aBooking(db, { deletedAt: NOW });
    expect(await setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW)).toEqual(
      refusedAs("not-found"),
    );
  });
});

describe("a deleted booking", () => {
  dbTest("is in no list, and is as it was once restored, two versions later", async ({ db }) => {
    const booking = await aBooking(db);
    expect(await deleteBooking(db, owner, booking.id, NOW)).toBe(true);
    expect((await listBookings(db, owner, list())).total).toBe(0);
    expect(await listBookingsSince(db, "2026-03-10")).toEqual([]);
    expect(await listDeletedBookings(db, owner, daysLater(29))).toHaveLength(1);
    expect(await restoreBooking(db, owner, booking.id, daysLater(29))).toBe(true);
    expect((await listBookings(db, owner, list())).rows).toEqual([
      { ...booking, version: 3, updatedAt: daysLater(29) },
    ]);
    expect(
      (
        await db.select({ action: auditEntries.action }).from(auditEntries).orderBy(auditEntries.id)
      ).map(({ action }) => action),
    ).toEqual(["deleted", "restored"]);
  });

  dbTest("is deleted and restored once, however often that is asked for", async ({ db }) => {
    const { id } = await aBooking(db);
    for (const change of [deleteBooking, deleteBooking, restoreBooking, restoreBooking])
      expect(await change(db, owner, id, NOW)).toBe(true);
    expect(await db.$count(auditEntries)).toBe(2);
    for (const change of [deleteBooking, restoreBooking])
      expect(await change(db, owner, "no-id", NOW)).toBe(false);
  });

  dbTest("is erased for good after thirty days", async ({ db }) => {
    const { id } = await aBooking(db, { deletedAt: NOW });
    expect(await restoreBooking(db, owner, id, daysLater(31))).toBe(false);
    expect(await listDeletedBookings(db, owner, daysLater(31))).toEqual([]);
    await purgeDeletedRecords(db, daysLater(29));
    expect(await db.$count(amebBookings)).toBe(1);
    await purgeDeletedRecords(db, daysLater(31));
    expect(await db.$count(amebBookings)).toBe(0);
  });
});

onBoth("the log cannot be rewritten", async ({ db }) => {
  const { id } = await aBooking(db);
  await deleteBooking(db, owner, id, NOW);
  await expect(db.update(auditEntries).set({ actor: "somebody else" })).rejects.toThrow();
  await expect(db.delete(auditEntries)).rejects.toThrow();
});

describe("the list of bookings", () => {
  onBoth("is newest first, and can be filtered by status, exam date and text", async ({ db }) => {
    await aBooking(db, {
      studentParentName: "Ada Lam",
      createdAt: new Date("2026-03-01T00:00:00Z"),
      examDate: "2026-05-01",
      status: "booked",
    });
    await aBooking(db, {
      studentParentName: "Bo Mason",
      createdAt: new Date("2026-03-02T00:00:00Z"),
      examDate: null,
      contactEmail: "bo@other.example",
    });
    await aBooking(db, {
      studentParentName: "Cy O'Hara",
      createdAt: new Date("2026-03-03T00:00:00Z"),
      examDate: "2026-06-01",
    });
    const names = async (query: string) =>
      (await listBookings(db, owner, list(query))).rows.map(
        ({ studentParentName }) => studentParentName.split(" ")[0],
      );
    expect(await names("")).toEqual(["Cy", "Bo", "Ada"]);
    expect(await names("sort=exam")).toEqual(["Ada", "Cy", "Bo"]);
    expect(await names("sort=-exam")).toEqual(["Cy", "Ada", "Bo"]);
    expect(await names("status=booked")).toEqual(["Ada"]);
    expect(await names("from=2026-05-02")).toEqual(["Cy"]);
    expect(await names("from=2026-05-01&to=2026-05-31")).toEqual(["Ada"]);
    expect(await names("q=mas")).toEqual(["Bo"]);
    expect(await names("q=BO+other.example")).toEqual(["Bo"]);
    expect(await names("q=o'hara")).toEqual(["Cy"]);
    expect(await names("q=ason")).toEqual(["Bo"]);
    for (const odd of ["'", "!&|", ":*", "x'y\\", "%", "--", "🎻"])
      expect(await names(`q=${encodeURIComponent(odd)}`)).toEqual([]);
  });

  onBoth("has pages of fifty rows that neither miss nor repeat a booking", async ({ db }) => {
    const createdAt = new Date("2026-03-01T00:00:00Z");
    for (let index = 0; index < 120; index++)
      await aBooking(db, { examTime: String(index), createdAt });
    const seen = [];
    for (const page of ["1", "2", "3"])
      seen.push(
        ...(await listBookings(db, owner, list(`page=${page}`))).rows.map(
          ({ examTime }) => examTime,
        ),
      );
    expect(new Set(seen).size).toBe(120);
    expect(await listBookings(db, owner, list("page=99"))).toMatchObject({
      page: 3,
      total: 120,
      rows: { length: 20 },
    });
  });
});

dbTest.each([
  ["2026-03-24", "In 14 days · sheet music due today"],
  ["2026-03-25", "In 15 days · sheet music due tomorrow"],
  ["2026-03-23", "In 13 days · sheet music overdue"],
  ["2026-03-11", "Tomorrow · sheet music overdue"],
  ["2026-03-10", "Today · sheet music overdue"],
  ["2026-03-09", "Exam has passed"],
])("an exam on %s is, on 10 March 2026: %s", (examDate, words) => {
  expect(daysLeft(examDate, "2026-03-10")).toBe(words);
});

dbTest.each([
  ["10:40 am", "10:40"],
  ["2pm", "14:00"],
  ["12 a.m.", "00:00"],
  ["12:15pm", "12:15"],
  ["14:05", "14:05"],
  ["9.30 am", "09:30"],
  ["10", null],
  ["in the morning", null],
  ["25:00", null],
  ["13 pm", null],
  ["5 people", null],
])("the exam time %j is read as %s", (written, time) => {
  expect(timeOfDay(written)).toBe(time);
});

describe("the calendar", () => {
  dbTest("has one private link at a time, stored as a hash only", async ({ db }) => {
    expect(await calendarLinkCreatedAt(db, owner)).toBeNull();
    const token = async () =>
      /\/calendar\/([\w-]+)\.ics$/.exec(await makeCalendarLink(db, owner))![1]!;
    const first = await token();
    expect(await isCalendarToken(db, first)).toBe(true);
    const second = await token();
    expect([
      await isCalendarToken(db, first),
      await isCalendarToken(db, second),
      await isCalendarToken(db, "guess"),
    ]).toEqual([false, true, false]);
    expect(JSON.stringify(await db.select().from(calendarLinks))).not.toContain(second);
  });
});
