import { type AddressInfo, createServer } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  type EmailTransport,
  PermanentRejection,
} from "#app/server/outbound/outgoing-email.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEmail, NOW } from "#tests/support/factories.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { type MailServer, type SmtpRefusal, startMailServer } from "#tests/fakes/smtp.ts";
import { deliverEmail, failEmail } from "./delivery.server.ts";

const createEmail = async (db: Db): Promise<string> => (await anEmail(db)).id;

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

/* What a mail server refuses, what it is trusted with, and what a reader makes of a visitor's words. */

let server: MailServer;
let port: string;

beforeAll(async () => {
  server = await startMailServer();
  port = new URL(server.url).port;
});
afterAll(() => server.stop());
beforeEach(() => {
  server.respondWith(null);
  server.emails.length = 0;
  server.signIns.length = 0;
});

/** Delivers one email by the mail server of the address; answers with how its row stands afterwards. */
async function deliver(
  db: Db,
  url: string,
  given: Partial<typeof emails.$inferInsert> = {},
  patience?: Parameters<typeof openEmailTransport>[1],
) {
  const settings = { SMTP_URL: url, MAIL_FROM: "Studio <studio@site.example>", DATA_DIR: "" };
  const transport = openEmailTransport(settings, patience);
  const { id } = await anEmail(db, given);
  await deliverEmail(db, transport, id).catch(() => {});
  transport.close();
  return (await db.select().from(emails).where(eq(emails.id, id)))[0]!;
}

describe("when a mail server refuses", () => {
  const account = () => `smtp://me:secret@127.0.0.1:${port}`;

  dbTest.for([
    { at: "greeting", code: 554, message: "Your address is on a list" },
    { at: "sign-in", code: 554, message: "Account suspended" },
    { at: "sign-in", code: 535, message: "Wrong password" },
    { at: "sender", code: 553, message: "Sender not verified yet" },
    { at: "sender", code: 550, message: "Domain not set up" },
    { at: "recipient", code: 450, message: "Busy" },
    { at: "content", code: 451, message: "Try later" },
  ] satisfies SmtpRefusal[])(
    "$code at the $at: the email waits, with the reason to be seen",
    async (refusal, { db }) => {
      server.respondWith(refusal);
      expect(await deliver(db, account())).toMatchObject({
        state: "queued",
        lastError: expect.stringContaining(refusal.message),
      });
    },
  );

  dbTest.for([
    { at: "recipient", code: 550, message: "No such user" },
    { at: "content", code: 554, message: "This looks like spam" },
  ] satisfies SmtpRefusal[])(
    "$code at the $at: this one email has failed",
    async (refusal, { db }) => {
      server.respondWith(refusal);
      expect(await deliver(db, account())).toMatchObject({
        state: "failed",
        lastError: expect.stringContaining(refusal.message),
      });
    },
  );

  dbTest("550 at HELO: the email waits", async ({ db }) => {
    const refusing = createServer((socket) => {
      socket.write("220 here\r\n");
      socket.on("data", () => socket.write("550 Who are you?\r\n"));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void refusing.close());
    const url = `smtp://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    expect(await deliver(db, url)).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("Who are you?"),
    });
  });

  dbTest("one that hangs, listens to nobody or never greets: the email waits", async ({ db }) => {
    const silent = createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port: silentPort } = silent.address() as AddressInfo;
    server.respondWith("hangs");
    for (const [url, greeting] of [
      // The server does greet, however late.
      [server.url, 30_000],
      ["smtp://127.0.0.1:1", 300],
      [`smtp://127.0.0.1:${silentPort}`, 300],
    ] as const)
      expect(await deliver(db, url, {}, { greeting, socket: 300 })).toMatchObject({
        state: "queued",
        lastError: expect.stringMatching(/\w/),
      });
    server.respondWith(null);
    expect(await deliver(db, server.url)).toMatchObject({ state: "sent" });
    expect(server.emails).toHaveLength(1);
  });
});

/* 0.0.0.0 leads to this machine, and is no name of it: what is not known to stay here is a network. */
describe("a mail server that offers no encryption", () => {
  dbTest("on another machine gets no password; the email waits", async ({ db }) => {
    expect(await deliver(db, `smtp://me:secret@0.0.0.0:${port}`)).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("STARTTLS"),
    });
    expect(server.signIns).toEqual([]);
  });

  dbTest("gets no password even if SMTP_URL allows it", async ({ db }) => {
    for (const less of ["requireTLS=false", "ignoreTLS=true", "opportunisticTLS=true"]) {
      expect(await deliver(db, `smtp://me:secret@0.0.0.0:${port}?${less}`)).toMatchObject({
        state: "queued",
      });
    }
    expect(server.signIns).toEqual([]);
  });

  dbTest(
    "on this machine gets the password; without a password any machine gets emails",
    async ({ db }) => {
      for (const host of ["me:secret@127.0.0.1", "me:secret@localhost", "0.0.0.0"]) {
        expect(await deliver(db, `smtp://${host}:${port}`)).toMatchObject({ state: "sent" });
      }
      expect(server.signIns).toEqual([1, 2].map(() => ({ username: "me", password: "secret" })));
    },
  );
});

dbTest(
  "a password goes to another machine only over TLS with a trusted certificate",
  async ({ db }) => {
    const encrypting = await startMailServer(undefined, { encrypts: true });
    onTestFinished(encrypting.stop);
    const url = `smtp://me:secret@0.0.0.0:${new URL(encrypting.url).port}`;
    expect(await deliver(db, url)).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("certificate"),
    });
    expect(encrypting.signIns).toEqual([]);
    expect(await deliver(db, `${url}?tls.rejectUnauthorized=false`)).toMatchObject({
      state: "sent",
    });
    expect(encrypting.signIns).toHaveLength(1);
  },
);

describe("the Reply-To of an email is", () => {
  const forged = `=?utf-8?B?${Buffer.from("Invoice due").toString("base64")}?=`;

  dbTest.for([
    `Message from ${forged}`,
    forged,
    "=?utf-8?Q?Invoice_due?=",
    `=?UTF-8?B?broken ${forged} =?`,
    "Message from Zoë 👩‍🎤 Nguyễn, and many more words than a single line of a header may hold",
    `${"👩‍🎤".repeat(30)} ${forged}`,
    'Plain message: "quoted", 100 % = fine?',
  ])("the subject %j as it was written", async (subject, { db }) => {
    await deliver(db, server.url, { subject });
    expect(server.emails).toMatchObject([{ subject }]);
  });

  dbTest.for([forged, "=?utf-8?Q?owner=40studio.example?=", "jörg", "李娜"])(
    "missing when the email begins with %s",
    async (local, { db }) => {
      await deliver(db, server.url, { replyTo: `${local}@client.example` });
      expect(server.emails.map(({ replyTo }) => replyTo)).toEqual([undefined]);
    },
  );

  dbTest("an email address without a name", async ({ db }) => {
    await deliver(db, server.url, { replyTo: "o'ada+music@client.example" });
    expect(server.emails).toMatchObject([
      { replyTo: [{ name: "", address: "o'ada+music@client.example" }] },
    ]);
  });
});
