import { describe, expect, test } from "vitest";
import { readEventFields } from "#app/server/database/tables/enquiries.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aMessage, NOW, owner } from "#tests/support/factories.ts";
import type { ContactMessage } from "#app/features/contact/model.ts";
import { getContactMessage } from "#app/features/contact/queries.server.ts";
import { entryAfter, messageActions, messageEntry } from "./entries.tsx";

const message: ContactMessage = {
  id: "a",
  name: "Ada",
  email: "ada@visitor.example",
  message: "Hello there,\n\nhow are you?",
  createdAt: NOW,
  receivedAt: NOW,
  state: "new",
  event: null,
  spamReason: null,
};

describe("a line of the inbox", () => {
  test("begins with what was written, on one line", () => {
    expect(messageEntry(message)).toMatchObject({
      kind: "Message",
      line: "Hello there, how are you?",
      state: "new",
    });
  });

  test("of an event enquiry begins with the event, not with labels", () => {
    const event = { eventDescription: "A garden party" } as ContactMessage["event"];
    const enquiry = { ...message, message: "Event Description: A garden party\nPhone: 1", event };
    expect(messageEntry(enquiry)).toMatchObject({ kind: "Live piano", line: "A garden party" });
  });

  test("of an event that another program stored in another shape is the text", () => {
    for (const stored of [{}, [], { eventDescription: { en: "x" } }])
      expect(messageEntry({ ...message, event: readEventFields(stored) }).line).toMatch(/^Hello/);
  });
});

describe("after an entry", () => {
  const entries = ["a", "b", "c"].map((id) => messageEntry({ ...message, id }));
  test.each([
    ["a", "b"],
    ["b", "c"],
    ["c", "b"],
    ["z", undefined],
  ])("%s comes %s", (id, next) => expect(entryAfter(entries, id)?.id).toBe(next));
});

describe("a message may be", () => {
  const labels = (given: Partial<ContactMessage>) =>
    messageActions({ ...message, ...given }, "b").map(({ label, next }) => [label, next]);
  test.each<[string, Partial<ContactMessage>, string[][]]>([
    [
      "new",
      {},
      [
        ["Mark as answered", "b"],
        ["Archive", "b"],
      ],
    ],
    [
      "answered",
      { state: "answered" },
      [
        ["Reopen", "a"],
        ["Archive", "b"],
      ],
    ],
    ["archived", { state: "archived" }, [["Reopen", "a"]]],
    ["suspected spam, whatever its state", { spamReason: "links" }, [["Not spam", "a"]]],
  ])("%s", (_name, given, actions) => expect(labels(given)).toEqual(actions));
});

dbTest("reading a message marks nothing, and an id that is none finds none", async ({ db }) => {
  const stored = await aMessage(db);
  expect(await getContactMessage(db, owner, stored.id)).toEqual(stored);
  expect(await db.select().from(contactMessages)).toEqual([stored]);
  expect(await getContactMessage(db, owner, "not an id")).toBeNull();
});
