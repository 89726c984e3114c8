import { describe, expect, test } from "vitest";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { type Invitation, invitationFile, methodOf } from "./icalendar.ts";

const event = {
  uid: "appointment-1",
  version: 2,
  changedAt: new Date("2026-03-10T02:00:00Z"),
  startsAt: new Date("2026-10-08T22:00:00Z"),
  endsAt: new Date("2026-10-08T23:00:00Z"),
  summary: "Voice and piano, 60 minutes",
  location: "12 Sample Street, Kew",
  description: ["To move it: https://site.example/appointments/a"],
  url: "https://site.example/appointments/a",
  isConfirmed: true,
};

const invitation = (given: Partial<Invitation> = {}, of: Partial<typeof event> = {}) =>
  invitationFile(
    {
      method: "REQUEST",
      events: [{ ...event, ...of }],
      writtenAt: new Date("2026-03-10T03:00:00Z"),
      organizer: "hello@site.example",
      attendee: "ada@visitor.example",
      ...given,
    },
    "site.example",
  );
const read = (given: Partial<Invitation> = {}, of: Partial<typeof event> = {}) =>
  readInvitation(invitation(given, of));

test("an invitation is read back by another program as it was meant", () => {
  expect(read()).toEqual({
    method: "REQUEST",
    uid: "appointment-1@site.example",
    sequence: 2,
    status: "CONFIRMED",
    stampedAt: new Date("2026-03-10T03:00:00Z"),
    start: event.startsAt,
    end: event.endsAt,
    zone: "Australia/Melbourne",
    summary: event.summary,
    location: event.location,
    description: event.description[0],
    organizer: "mailto:hello@site.example",
    attendees: ["mailto:ada@visitor.example"],
    asksForAnswer: false,
    url: event.url,
  });
});

test("it is as strict as the standard: its lines, its time zone, its times", () => {
  expect(parseCalendar(invitation())).toMatchObject([
    { start: "2026-10-08T22:00:00.000Z", end: "2026-10-08T23:00:00.000Z", SEQUENCE: "2" },
  ]);
});

test("its own header names the same method", () => {
  expect(methodOf(invitation())).toBe("REQUEST");
  expect(methodOf(invitation({ method: "CANCEL" }))).toBe("CANCEL");
  expect(methodOf(invitation({}, { summary: "METHOD:CANCEL\r\nMETHOD:CANCEL" }))).toBe("REQUEST");
});

test("what is asked for is tentative, what is cancelled says so and takes no time", () => {
  expect(read({}, { isConfirmed: false }).status).toBe("TENTATIVE");
  const cancelled = { ...event, isCancelled: true };
  const file = invitation({ method: "CANCEL", events: [cancelled] });
  expect(readInvitation(file)).toMatchObject({ method: "CANCEL", status: "CANCELLED" });
  expect(parseCalendar(file)[0]!.TRANSP).toBe("TRANSPARENT");
});

test("the organizer is the address alone, whatever the sender is called", () => {
  expect(invitation()).toContain("\r\nORGANIZER:mailto:hello@site.example\r\n");
});

describe("when clocks change", () => {
  const minutes = (start: string, count: number) => ({
    startsAt: new Date(start),
    endsAt: new Date(Date.parse(start) + count * 60_000),
  });

  // Clocks in Melbourne go back at 3:00 on 5 April 2026, and forward at 2:00 on 4 October 2026.
  test.each([
    ["within the hour that comes twice, the first time", "2026-04-04T15:00:00Z"],
    ["from its first to its second", "2026-04-04T15:30:00Z"],
    ["within it, the second time", "2026-04-04T16:10:00Z"],
    ["after it", "2026-04-04T17:00:00Z"],
    ["before the hour that is skipped", "2026-10-03T15:00:00Z"],
    ["after the hour that is skipped", "2026-10-03T16:00:00Z"],
  ])("a session %s stays at its instants", (_when, start) => {
    const times = minutes(start, 60);
    expect(read({}, times)).toMatchObject({ start: times.startsAt, end: times.endsAt });
  });
});

test("days away are written as whole days", () => {
  const startsAt = new Date("2026-10-03T14:00:00Z");
  const endsAt = new Date("2026-10-05T13:00:00Z");
  const file = invitation({}, { startsAt, endsAt });
  expect(parseCalendar(file)[0]).toMatchObject({ start: "2026-10-04", end: "2026-10-06" });
});
