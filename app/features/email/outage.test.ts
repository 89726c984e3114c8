import { type AddressInfo, createServer } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import type { EmailTransport } from "#app/server/outbound/outgoing-email.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { anEmail } from "#tests/support/factories.ts";
import { deliverEmail } from "./delivery.server.ts";

/* A failing mail server, on a real connection: no email is lost or delivered twice unnoticed. */

describe("while the mail server fails", () => {
  let server: MailServer;
  let mail: EmailTransport;
  let hasty: EmailTransport;
  const hurry = { greeting: 300, socket: 300 };
  const open = (url: string, patience?: typeof hurry) =>
    openEmailTransport(
      { SMTP_URL: url, MAIL_FROM: "Desk <desk@site.example>", DATA_DIR: "" },
      patience,
    );

  beforeAll(async () => {
    server = await startMailServer();
    mail = open(server.url);
    // The server does greet, however late.
    hasty = open(server.url, { ...hurry, greeting: 30_000 });
  });
  afterAll(async () => {
    mail.close();
    hasty.close();
    await server.stop();
  });
  beforeEach(() => {
    server.respondWith(null);
    server.emails.length = 0;
  });

  const state = async (db: Db, id: string) =>
    (await db.select().from(emails).where(eq(emails.id, id)))[0];

  dbTest.for([
    [{ code: 421, message: "Try again later" }, /421 Try again later/],
    [{ code: 451, message: "Greylisted" }, /451 Greylisted/],
    [{ code: 535, message: "Our own sign-in is wrong" }, /535 Our own sign-in is wrong/],
    ["hangs", /timeout/i],
  ] as const)(
    "%j: the email waits with the error and is delivered once afterwards",
    async ([behaviour, reason], { db }) => {
      const { id } = await anEmail(db);
      server.respondWith(behaviour);
      const way = behaviour === "hangs" ? hasty : mail;
      await expect(deliverEmail(db, way, id)).rejects.toThrow(reason);
      await expect(deliverEmail(db, way, id)).rejects.toThrow(reason);
      expect(await state(db, id)).toMatchObject({
        state: "queued",
        attempts: 2,
        lastError: expect.stringMatching(reason),
      });
      server.respondWith(null);
      await deliverEmail(db, mail, id);
      expect(await state(db, id)).toMatchObject({ state: "sent", attempts: 3, lastError: null });
      expect(server.emails).toMatchObject([
        { messageId: `<${id}@site.example>`, envelopeTo: ["ada@client.example"] },
      ]);
    },
  );

  dbTest("an email waits while no mail server listens or greets", async ({ db }) => {
    const silent = createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const { id } = await anEmail(db);
    for (const url of ["smtp://127.0.0.1:1", `smtp://127.0.0.1:${port}`]) {
      const away = open(url, hurry);
      await expect(deliverEmail(db, away, id)).rejects.toThrow();
      away.close();
      expect(await state(db, id)).toMatchObject({ state: "queued" });
    }
    silent.close();
    await deliverEmail(db, mail, id);
    expect(server.emails).toHaveLength(1);
  });
});
