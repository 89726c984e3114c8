import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { contactMessages, emails } from "#app/server/database/tables.server.ts";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { check } from "#app/values/rules.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission } from "#tests/support/factories.ts";
import { storeEventEnquiry } from "./commands.server.tsx";
import { eventEnquirySchema } from "./event-schema.ts";

const valid = {
  firstName: "Ros",
  lastName: "Achterberg",
  email: "ros@client.example",
  phone: "",
  suburb: "",
  pianoType: "",
  eventDescription: "A garden party in May",
};

dbTest(
  "an enquiry is stored as a contact message with text and separate fields",
  async ({ db }) => {
    const checked = check(eventEnquirySchema, {
      ...valid,
      pianoType: "grand-piano",
      phone: "0491 570 006",
    });
    if (!checked.ok) throw new Error("The enquiry is valid.");
    await storeEventEnquiry(db, checked.value, genuineSubmission);
    const [message] = await db.select().from(contactMessages);
    expect(message).toMatchObject({
      name: "Ros Achterberg",
      email: "ros@client.example",
      state: "new",
      event: { firstName: "Ros", pianoType: "grand-piano", phone: "0491 570 006", suburb: "" },
    });
    expect(message?.message).toBe(
      "Event Description: A garden party in May\nPiano Type: grand-piano\nPhone: 0491 570 006\nSuburb: Not provided",
    );
    expect(await db.select().from(emails).orderBy(emails.kind)).toMatchObject([
      { kind: "event-acknowledgement", recipient: "ros@client.example" },
      {
        kind: "event-enquiry",
        replyTo: "ros@client.example",
        subject: "Live piano enquiry from Ros Achterberg",
      },
    ]);
  },
);

describe("an enquiry with date, times, venue and guests", () => {
  const eventDate = addDays(melbourneDay(new Date()), 200);
  const lunch = {
    ...valid,
    eventDate,
    startTime: "12:00",
    endTime: "16:00",
    venue: "The Orangery",
    guests: "70",
  };

  dbTest("keeps them, adds them to the message and tells the owner", async ({ db }) => {
    const checked = check(eventEnquirySchema, lunch);
    if (!checked.ok) throw new Error("The enquiry is valid.");
    await storeEventEnquiry(db, checked.value, genuineSubmission);
    const [message] = await db.select().from(contactMessages);
    expect(message?.event).toMatchObject({
      eventDate,
      startTime: "12:00",
      endTime: "16:00",
      venue: "The Orangery",
      guests: 70,
    });
    const lines = [
      `Event Date: ${longDay(eventDate)}`,
      "Time: 12:00–4:00 pm",
      "Venue: The Orangery",
    ];
    expect(message?.message.split("\n").slice(3)).toEqual([
      "Suburb: Not provided",
      ...lines,
      "Guests: 70",
    ]);
    const [acknowledgement, notice] = await db.select().from(emails).orderBy(emails.kind);
    expect(acknowledgement?.text).not.toMatch(/Ros|Orangery|Kew/);
    for (const line of lines) expect(notice?.text).toContain(line);
  });

  dbTest("may go past midnight", () => {
    expect(
      check(eventEnquirySchema, { ...lunch, startTime: "20:00", endTime: "01:00:00" }),
    ).toMatchObject({ ok: true, value: { startTime: "20:00", endTime: "01:00" } });
  });
});

describe("at half past midnight on 11 March in Melbourne, the day before in UTC", () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date("2026-03-10T13:30:00Z"), toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  dbTest.each([
    ["2026-03-10", "That date has passed. Please choose one that's still to come."],
    ["2031-03-11", "Please choose a date within the next five years."],
    ["2026-02-30", "Please enter the date as day, month and year, or leave it empty."],
  ])("an event on %s is refused: %s", (eventDate, message) => {
    expect(check(eventEnquirySchema, { ...valid, eventDate })).toEqual({
      ok: false,
      errors: { eventDate: message },
    });
  });

  dbTest("an event on the same day is not", () => {
    expect(check(eventEnquirySchema, { ...valid, eventDate: "2026-03-11" })).toMatchObject({
      ok: true,
    });
  });
});

dbTest("an end without a start is an error, beside those of other fields", () => {
  expect(check(eventEnquirySchema, { ...valid, firstName: "", endTime: "16:00" })).toEqual({
    ok: false,
    errors: {
      firstName: "First name is required.",
      startTime: "Please say when it starts, too, or leave both times empty.",
    },
  });
});

const wrongCount = "Please enter the number of guests as a whole number from 1 to 100,000.";

dbTest.each([
  ["startTime", "noon", "Please enter a time such as 6:00 pm, or leave it empty."],
  ["guests", "0", wrongCount],
  ["guests", "100001", wrongCount],
  ["guests", "1e3", wrongCount],
  ["guests", "-5", wrongCount],
  ["venue", "x".repeat(201), "Venue must not be longer than 200 characters."],
  ["firstName", "", "First name is required."],
  ["lastName", "  ", "Last name is required."],
  ["email", "ros", "Please enter a valid email address."],
  ["pianoType", "harpsichord", "Please choose one of the pianos."],
  ["eventDescription", "too short", "Please describe your event (at least 10 characters)."],
  [
    "eventDescription",
    "x".repeat(501),
    "Event description must not be longer than 500 characters.",
  ],
])("%s %j: %s", (field, value, message) => {
  expect(check(eventEnquirySchema, { ...valid, [field]: value })).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});

dbTest("optional fields may be missing", () => {
  const { firstName, lastName, email, eventDescription } = valid;
  expect(check(eventEnquirySchema, { firstName, lastName, email, eventDescription })).toMatchObject(
    {
      ok: true,
      value: {
        phone: "",
        suburb: "",
        pianoType: "",
        eventDate: null,
        startTime: null,
        endTime: null,
        venue: "",
        guests: null,
      },
    },
  );
});
