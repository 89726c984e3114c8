import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { MailingInput } from "./mailing-schema.ts";
import { compose, PermanentRejection } from "#app/server/outbound/outgoing-email.server.ts";
import {
  emails,
  mailings,
  newsletterSettings,
  subscriberEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import {
  aMailing,
  aReader,
  aTransport,
  sendAll,
  withoutMailchimp,
} from "#tests/support/newsletter.ts";
import { newsletterLink, unsubscribe } from "./commands.server.tsx";
import { cancelMailing, saveMailing, sendMailing, stopMailing } from "./mailing-commands.server.ts";
import { countAudience, listAudiences } from "./queries.server.ts";
import { sendMailings, waitForSlot } from "./sending.server.ts";

const due = { state: "waiting", sendsAt: NOW } as const;
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

describe("Send", () => {
  dbTest("waits ten minutes, in which it can be called back", async ({ db }) => {
    await aReader(db, "ada@reader.example");
    const { id } = await aMailing(db);
    const { sent, transport } = aTransport();
    expect(await sendMailing(db, owner, { id, version: 1 }, NOW)).toBe(true);
    expect(await sendMailing(db, owner, { id, version: 1 }, NOW)).toBe(true);
    await sendAll(db, transport, minutes(9));
    expect(await cancelMailing(db, owner, id, minutes(9))).toBe(true);
    await sendAll(db, transport, minutes(11));
    expect(sent).toEqual([]);
    expect(await db.select().from(mailings)).toMatchObject([{ state: "draft", sendsAt: null }]);
  });

  dbTest("leaves at its planned time by Melbourne's clocks", async ({ db }) => {
    await aReader(db, "ada@reader.example");
    const { id } = await aMailing(db);
    const planned = { day: "2026-10-04", time: "09:00", pictureId: "", subject: "Spring" };
    const input = { ...planned, body: "Hello", audience: "all" } as MailingInput;
    const saved = await saveMailing(db, owner, { id, version: 1 }, input);
    expect(saved).toMatchObject({ ok: true, mailing: { version: 2 } });
    await sendMailing(db, owner, { id, version: 2 }, NOW);
    const { sent, transport } = aTransport();
    await sendAll(db, transport, new Date("2026-10-03T21:59:59Z"));
    expect(sent).toEqual([]);
    await sendAll(db, transport, new Date("2026-10-03T22:00:00Z"));
    expect(sent).toHaveLength(1);
  });

  dbTest("refuses a version that another tab has changed", async ({ db }) => {
    const { id } = await aMailing(db, { version: 3 });
    expect(await sendMailing(db, owner, { id, version: 2 }, NOW)).toBe(false);
  });
});

describe("each reader", () => {
  dbTest("gets one email that says why, in the words of the consent", async ({ db }) => {
    const { id } = await aReader(db, "ada@reader.example", { consent: "One letter a <year>." });
    await aReader(db, "bo@reader.example");
    await aMailing(db, due);
    const { sent, transport } = aTransport();
    await sendAll(db, transport);
    await sendAll(db, transport);
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([
      "ada@reader.example",
      "bo@reader.example",
    ]);
    const email = sent.find(({ recipient }) => recipient === "ada@reader.example")!;
    const link = newsletterLink("unsubscribe", id);
    expect(email.text).toContain(
      "You get this because you signed up at the foot of a page on Tuesday, 10 March 2026. " +
        `It said: “One letter a <year>.”\n\nUnsubscribe: ${link}`,
    );
    expect(email.html).toContain("It said: “One letter a &lt;year&gt;.”");
    expect(email.text).toContain("the concert https://hall.example/friday");
    expect(compose(email, "studio@site.example").headers).toMatchObject({
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(await db.select().from(mailings)).toMatchObject([
      { state: "sent", slug: "spring-at-the-piano" },
    ]);
  });

  dbTest("who leaves while it is being sent gets no later one", async ({ db }) => {
    const readers = [
      await aReader(db, "ada@reader.example"),
      await aReader(db, "bo@reader.example"),
    ];
    await aMailing(db, due);
    while ((await sendMailings(db, NOW)) === unfinished);
    await unsubscribe(db, readers[1]!.id, NOW, withoutMailchimp);
    const { sent, transport } = aTransport();
    await sendAll(db, transport);
    expect(sent.map(({ recipient }) => recipient)).toEqual(["ada@reader.example"]);
    const [left] = await db.select().from(emails).where(eq(emails.subscriberId, readers[1]!.id));
    expect(left).toMatchObject({ state: "expired", lastError: "Not sent: the reader has left." });
  });

  dbTest("without a consent on file, or not meant by the audience, is left out", async ({ db }) => {
    await aReader(db, "footer@reader.example");
    await aReader(db, "call@reader.example", { form: "call", tags: ["choir"] });
    await aReader(db, "nothing@reader.example", { consent: "" });
    await aReader(db, "spam@reader.example", { spamReason: "trap" });
    await aReader(db, "gone@reader.example", { state: "unsubscribed" });
    await aReader(db, "refused@reader.example", { suppressedAt: NOW });
    expect(await countAudience(db, "all")).toEqual({
      reached: 2,
      withoutConsent: 1,
      suppressed: 1,
    });
    expect(await listAudiences(db, owner)).toEqual([
      { value: "all", label: "Everyone subscribed", count: 2 },
      { value: "form:call", label: "Signed up through another site", count: 1 },
      { value: "form:footer", label: "Signed up at the foot of a page", count: 1 },
      { value: "tag:choir", label: "Tagged “choir”", count: 1 },
    ]);
    await aMailing(db, { ...due, audience: "tag:choir" });
    const { sent, transport } = aTransport();
    await sendAll(db, transport);
    expect(sent.map(({ recipient }) => recipient)).toEqual(["call@reader.example"]);
  });

  dbTest("whose address is refused gets no newsletter again", async ({ db }) => {
    await aReader(db, "ada@reader.example");
    await aMailing(db, due);
    const { sent, transport } = aTransport();
    const refusing = {
      ...transport,
      send: () => Promise.reject(new PermanentRejection("550 No such user", { isOfAddress: true })),
    };
    await sendAll(db, refusing);
    await aMailing(db, due);
    await sendAll(db, transport);
    expect(sent).toEqual([]);
    expect(await db.select().from(subscribers)).toMatchObject([
      { state: "subscribed", suppressedAt: NOW },
    ]);
  });
});

dbTest("what has not left when it is stopped never does", async ({ db }) => {
  await aReader(db, "ada@reader.example");
  const { id } = await aMailing(db, due);
  while ((await sendMailings(db, NOW)) === unfinished);
  expect(await stopMailing(db, owner, id, NOW)).toBe(true);
  const { sent, transport } = aTransport();
  await sendAll(db, transport);
  expect(sent).toEqual([]);
  expect(await db.select().from(emails)).toMatchObject([{ state: "expired" }]);
});

onBothDatabases("two processes write one email for each of 250 readers", async ({ db }) => {
  const values = Array.from({ length: 250 }, (_, index) => ({
    email: `reader-${index}@reader.example`,
    state: "subscribed" as const,
  }));
  const added = await db.insert(subscribers).values(values).returning();
  const data = { form: "footer", consent: "A letter a month." };
  const asked = added.map(({ id }) => ({ subscriberId: id, kind: "asked" as const, data }));
  await db.insert(subscriberEvents).values(asked);
  await aMailing(db, due);
  const run = async () => {
    for (let turn = 0; turn < 8; turn++) await sendMailings(db, NOW);
  };
  await Promise.all([run(), run()]);
  const rows = await db.select().from(emails);
  expect(rows).toHaveLength(250);
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(250);
});

onBothDatabases(
  "emails of a newsletter leave one after the other, at the set pace",
  async ({ db }) => {
    await db.insert(newsletterSettings).values({ perMinute: 300 });
    await aReader(db, "ada@reader.example");
    await aMailing(db, due);
    while ((await sendMailings(db, NOW)) === unfinished);
    const [email] = await db.select().from(emails);
    const began = performance.now();
    for (let turn = 0; turn < 4; turn++) await waitForSlot(db, email!.id);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(550);
    expect(took).toBeLessThan(3_000);
  },
);
