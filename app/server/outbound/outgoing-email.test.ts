import { expect, test } from "vitest";
import { compose } from "./outgoing-email.server.ts";

const email = {
  id: "5d1b0c7e",
  recipient: "ada@client.example",
  replyTo: null,
  subject: "Hello",
  html: "h",
  text: "t",
  unsubscribeUrl: null,
  createdAt: new Date("2026-03-10T02:00:00Z"),
};
const headersOf = (kind: string) => compose({ ...email, kind }, "site@example.com").headers;

test.each(["contact-acknowledgement", "event-acknowledgement", "ameb-acknowledgement"])(
  "a robot does not answer the %s",
  (kind) => expect(headersOf(kind)).toEqual({ "Auto-Submitted": "auto-replied" }),
);

test("an email that a person caused says nothing of robots", () => {
  expect(headersOf("composed")).toEqual({});
});
