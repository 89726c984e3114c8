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

test("attachments are handed over as bytes, and no file or URL is read", () => {
  const attachments = [
    { fileName: "INV-0001.pdf", contentType: "application/pdf", content: new Uint8Array([1, 2]) },
  ];
  const composed = compose({ ...email, kind: "composed", attachments }, "site@example.com");
  expect(composed).toMatchObject({ disableFileAccess: true, disableUrlAccess: true });
  expect(composed.attachments).toEqual([
    { filename: "INV-0001.pdf", contentType: "application/pdf", content: Buffer.from([1, 2]) },
  ]);
});
