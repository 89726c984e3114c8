import { type FormName, receiveSubmission } from "#app/features/intake/intake.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import { NOW } from "./factories.ts";

export const afterNow = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
export const contactContent = {
  name: "Ada",
  email: "ada@visitor.example",
  message: "Do you teach adults?",
};

export type SubmissionGiven = {
  raw?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
  kind?: "page" | "api";
  form?: FormName;
  value?: typeof contactContent;
  now?: Date;
};

export function submit(
  db: Db,
  {
    raw = {},
    headers = {},
    address = "192.0.2.7",
    kind = "page",
    form = "contact",
    value = contactContent,
    now = NOW,
  }: SubmissionGiven = {},
) {
  const request = new Request("http://site.example/", {
    headers: { "x-client-address": address, ...headers },
  });
  return receiveSubmission(
    db,
    { request, form, kind, raw: { ...value, ...raw }, value },
    async (tx, message, { spamReason }) =>
      (
        await tx
          .insert(contactMessages)
          .values({ ...message, spamReason })
          .returning()
      )[0]!,
    now,
  );
}

export const storedMessages = (db: Db) => db.select().from(contactMessages);
export const spamReasonFor = async (db: Db, given: SubmissionGiven) => {
  const outcome = await submit(db, given);
  return outcome.is === "stored" ? outcome.result.spamReason : outcome.is;
};
