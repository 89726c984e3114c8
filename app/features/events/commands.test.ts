import { expect } from "vitest";
import { contactMessages, emails } from "#app/server/database/tables.server.ts";
import { check } from "#app/values/rules.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission } from "#tests/support/factories.ts";
import { storeEventEnquiry } from "./commands.server.ts";
import { eventEnquirySchema } from "./schema.ts";

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
    expect(await db.select().from(emails)).toMatchObject([
      {
        kind: "event-enquiry",
        replyTo: "ros@client.example",
        subject: "Live piano enquiry from Ros Achterberg",
      },
    ]);
  },
);

dbTest.each([
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
    { ok: true, value: { phone: "", suburb: "", pianoType: "" } },
  );
});
