import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  type EmailTransport,
  PermanentRejection,
} from "#app/server/outbound/outgoing-email.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { test } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { deliverEmail, failEmail } from "./delivery.server.ts";

async function aLetter(db: Db): Promise<string> {
  const [row] = await db
    .insert(emails)
    .values({ kind: "test", recipient: "a@b.co", subject: "s", html: "<p>h</p>", text: "h" })
    .returning();
  return row!.id;
}

const mail = (send: EmailTransport["send"]): EmailTransport => ({ send, close: () => {} });
const state = async (db: Db, id: string) =>
  (await db.select().from(emails).where(eq(emails.id, id)))[0];

describe("delivering a letter", () => {
  test("marks it sent, with the time", async ({ db }) => {
    const id = await aLetter(db);
    await deliverEmail(
      db,
      mail(async () => "sent"),
      id,
      () => NOW,
    );
    expect(await state(db, id)).toMatchObject({
      state: "sent",
      attempts: 1,
      settledAt: NOW,
      lastError: null,
    });
  });

  test("is being sent while the server is spoken to, with no transaction open", async ({ db }) => {
    const id = await aLetter(db);
    await deliverEmail(
      db,
      mail(async () => {
        expect(await state(db, id)).toMatchObject({ state: "sending" });
        return "sent";
      }),
      id,
    );
  });

  test("keeps the reason and hands the job back when it fails for now", async ({ db }) => {
    const id = await aLetter(db);
    const busy = mail(async () => Promise.reject(new Error("451 try later")));
    await expect(deliverEmail(db, busy, id)).rejects.toThrow("451");
    expect(await state(db, id)).toMatchObject({
      state: "queued",
      attempts: 1,
      lastError: "451 try later",
      settledAt: null,
    });
    await deliverEmail(
      db,
      mail(async () => "sent"),
      id,
    );
    expect(await state(db, id)).toMatchObject({ state: "sent", attempts: 2, lastError: null });
  });

  test("fails at once when it is refused for good", async ({ db }) => {
    const id = await aLetter(db);
    await deliverEmail(
      db,
      mail(async () => Promise.reject(new PermanentRejection("550 no such user"))),
      id,
      () => NOW,
    );
    expect(await state(db, id)).toMatchObject({
      state: "failed",
      lastError: "550 no such user",
      settledAt: NOW,
    });
  });

  test("does not send a settled letter again", async ({ db }) => {
    const id = await aLetter(db);
    await deliverEmail(
      db,
      mail(async () => "sent"),
      id,
    );
    await deliverEmail(
      db,
      mail(async () => Promise.reject(new Error("sent twice"))),
      id,
    );
    expect(await state(db, id)).toMatchObject({ state: "sent", attempts: 1 });
  });

  test("is failed once all tries are used up", async ({ db }) => {
    const id = await aLetter(db);
    await expect(
      deliverEmail(
        db,
        mail(async () => Promise.reject(new Error("timeout"))),
        id,
      ),
    ).rejects.toThrow();
    await failEmail(db, id, NOW);
    expect(await state(db, id)).toMatchObject({
      state: "failed",
      lastError: "timeout",
      settledAt: NOW,
    });
  });
});
