import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  type EmailTransport,
  PermanentRejection,
} from "#app/server/outbound/outgoing-email.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEmail, NOW } from "#tests/support/factories.ts";
import { deliverEmail, failEmail } from "./delivery.server.ts";

async function createEmail(db: Db): Promise<string> {
  return (await anEmail(db)).id;
}

const mail = (send: EmailTransport["send"]): EmailTransport => ({ send, close: () => {} });
const state = async (db: Db, id: string) =>
  (await db.select().from(emails).where(eq(emails.id, id)))[0];

describe("an email", () => {
  onBoth("is marked as sending while it is sent, with no transaction open", async ({ db }) => {
    const id = await createEmail(db);
    await deliverEmail(
      db,
      mail(async () => {
        expect(await state(db, id)).toMatchObject({ state: "sending" });
        return "sent";
      }),
      id,
    );
  });

  dbTest("keeps the error and is tried again after a temporary failure", async ({ db }) => {
    const id = await createEmail(db);
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
    expect(await state(db, id)).toMatchObject({
      state: "sent",
      attempts: 2,
      lastError: null,
      settledAt: expect.any(Date),
    });
  });

  dbTest("fails at once when it is rejected for good", async ({ db }) => {
    const id = await createEmail(db);
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

  dbTest("is not sent again once delivered", async ({ db }) => {
    const id = await createEmail(db);
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

  dbTest("fails after the last attempt", async ({ db }) => {
    const id = await createEmail(db);
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
