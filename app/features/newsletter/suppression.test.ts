import { expect } from "vitest";
import { subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import {
  ada,
  aMailing,
  aReader,
  emailKinds,
  footer,
  storedEventKinds,
  withMailchimp,
} from "#tests/support/newsletter.ts";
import { subscribe } from "./commands.server.ts";
import {
  consentColumns,
  listConsents,
  recordConsent,
  tagReaders,
  releaseReader,
  suppressBounced,
} from "./consents.server.ts";
import { sendingWarnings } from "./mailing-commands.server.ts";
import { subscriberList } from "./model.ts";
import { countAudience } from "./queries.server.ts";
import { getNewsletterSettings, saveNewsletterSettings } from "./settings.server.ts";

const everyone = { ...readListQuery(new URLSearchParams(), subscriberList), pageSize: null };

dbTest("an address that bounced gets no newsletters until it is released", async ({ db }) => {
  const { id } = await aReader(db, "ada@reader.example");
  await aReader(db, "bo@reader.example");
  const report =
    "To: bo@reader.example\n\nFinal-Recipient: rfc822; Ada@Reader.example\nAction: failed";
  expect(await suppressBounced(db, owner, report, NOW)).toEqual(["ada@reader.example"]);
  expect(await suppressBounced(db, owner, report, NOW)).toEqual([]);
  expect(await countAudience(db, "all")).toMatchObject({ reached: 1, suppressed: 1 });
  expect(await releaseReader(db, owner, id, NOW)).toBe(true);
  expect(await releaseReader(db, owner, id, NOW)).toBe(false);
  expect(await countAudience(db, "all")).toMatchObject({ reached: 2, suppressed: 0 });
  expect(await storedEventKinds(db)).toEqual(["asked", "asked", "bounced", "released"]);
});

dbTest("of a text without a report every address counts", async ({ db }) => {
  await aReader(db, "ada@reader.example");
  const said = "Sorry, <ada@reader.example>. Nobody has that name.";
  expect(await suppressBounced(db, owner, said, NOW)).toEqual(["ada@reader.example"]);
});

dbTest("the proof has each reader's words, form and time", async ({ db }) => {
  await aReader(db, "ada@reader.example", { consent: "One letter a year." });
  await aReader(db, "bo@reader.example", { consent: "" });
  const { rows } = await listConsents(db, owner, everyone);
  expect(rowsToCsv(consentColumns, rows).split("\r\n").toSorted()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /ada@reader\.example.*Subscribed.*One letter a year\..*at the foot of a page.*2026-03-10/,
      ),
      expect.stringMatching(/bo@reader\.example.?,.?Subscribed.?,.?.?,/),
    ]),
  );
});

dbTest(
  "readers who signed up elsewhere are reached once their words are on file",
  async ({ db }) => {
    const { id } = await aReader(db, "ada@reader.example", { consent: "" });
    await aReader(db, "never-asked@reader.example", { consent: "" });
    const data = { form: "Import of readers.csv" };
    const at = new Date("2024-05-01T00:00:00Z");
    await db.insert(subscriberEvents).values({ subscriberId: id, kind: "asked", at, data });
    expect(await countAudience(db, "all")).toMatchObject({ reached: 0, withoutConsent: 2 });
    expect(await recordConsent(db, owner, everyone, "Letters from Imogen.", NOW)).toBe(1);
    expect(await recordConsent(db, owner, everyone, "Letters from Imogen.", NOW)).toBe(0);
    expect(await countAudience(db, "all")).toMatchObject({ reached: 1, withoutConsent: 1 });
    const { rows } = await listConsents(db, owner, everyone);
    const proof = { words: "Letters from Imogen.", form: "earlier", agreedAt: at };
    expect(rows.find((row) => row.id === id)).toMatchObject(proof);
  },
);

dbTest("the readers that a search finds are tagged once, and untagged", async ({ db }) => {
  await aReader(db, "ada@reader.example");
  await aReader(db, "bo@reader.example");
  const found = { ...everyone, search: "ada" };
  const tag = "choir";
  for (const adds of [true, true])
    expect(await tagReaders(db, owner, found, { tag, adds })).toBe(1);
  const tags = async () => (await db.select().from(subscribers)).map((one) => one.tags).toSorted();
  expect(await tags()).toEqual([[], ["choir"]]);
  await tagReaders(db, owner, everyone, { tag, adds: false });
  expect(await tags()).toEqual([[], []]);
});

dbTest("with Mailchimp's key one of the two writes, as the owner chose", async ({ db }) => {
  expect(await getNewsletterSettings(db, withMailchimp)).toMatchObject({ sender: "mailchimp" });
  await saveNewsletterSettings(db, owner, { perMinute: 30, sender: "site" }, NOW);
  expect(await getNewsletterSettings(db, withMailchimp)).toEqual({
    perMinute: 30,
    sender: "site",
    hasMailchimp: true,
  });
  await subscribe(db, ada, genuineSubmission, footer, withMailchimp);
  expect(await emailKinds(db)).toEqual(["newsletter-welcome"]);
  expect(await db.select().from(subscribers)).toMatchObject([{ mailchimp: "none" }]);
  await aMailing(db, { state: "sending", sendsAt: NOW });
  const back = { perMinute: 30, sender: "mailchimp" } as const;
  expect(await saveNewsletterSettings(db, owner, back, NOW)).toBe(false);
});

dbTest("a sender's domain without SPF or DMARC is said before sending", async () => {
  const from = { MAIL_FROM: "Studio <me@studio.example>" };
  const check = (domain: string) =>
    Promise.resolve([
      { name: "SPF", state: "missing", what: `${domain} has no SPF.` },
      { name: "DKIM", state: "missing", what: `${domain} has no DKIM.` },
      { name: "DMARC", state: "unknown", what: "Nobody knows." },
    ] as const).then((records) => [...records]);
  const SMTP_URL = "smtp://localhost";
  expect(await sendingWarnings({ ...from, SMTP_URL }, check)).toEqual([
    "studio.example has no SPF.",
  ]);
  expect(await sendingWarnings({ ...from, SMTP_URL: undefined }, check)).toEqual([]);
});
