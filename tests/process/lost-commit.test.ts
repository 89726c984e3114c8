import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { startTcpProxy, type TcpProxy } from "#tests/support/tcp-proxy.ts";

/*
 * PostgreSQL commits, and the connection is cut before its answer: a page without scripts says what stands.
 * Or it is held up, by one lock after the other.
 */

let store: TestStore;
let proxy: TcpProxy;
let site: Site;

beforeAll(async () => {
  store = await createStore("postgres");
  await store.withConnection(async (query) => {
    for (const slug of ["accepted", "declined", "away"]) await insertQuote(query, { slug });
  });
  proxy = await startTcpProxy(store.settings.DATABASE_URL!);
  site = await startSite(store.dataDir, { ...store.settings, DATABASE_URL: proxy.url });
});

afterAll(async () => {
  await site.kill();
  await proxy.stop();
  store.remove();
});

const acceptance = {
  clientName: "Ada Client",
  clientEmail: "ada@client.example",
  acceptQuote: "on",
  version: "1",
};
const afterDecision = { after: "quote_events", to: "commit" };
const eventsOf = (slug: string) =>
  store.query<{ kind: string }>(
    `select kind from quote_events where invoice_id = (select id from invoices where slug = $1)`,
    [slug],
  );

test("an acceptance leads to its confirmation, since the record holds it", async () => {
  proxy.loseAnswer(afterDecision);
  const { status, headers } = await postForm(site.url, "/quotes/accepted", acceptance);
  expect([status, headers.location]).toEqual([
    303,
    "/live-piano-services/quote-confirmation?quote=accepted",
  ]);
  await site.waitFor(/The commit was not answered\./);
  expect(await eventsOf("accepted")).toEqual([{ kind: "accepted" }]);
});

test("a decline leads to the declined quote, since the record holds it", async () => {
  proxy.loseAnswer(afterDecision);
  const { status, headers } = await postForm(site.url, "/quotes/declined", {
    intent: "decline",
    version: "1",
  });
  expect([status, headers.location]).toEqual([303, "/quotes/declined#outcome"]);
  expect(await eventsOf("declined")).toEqual([{ kind: "declined" }]);
});

test("without the database nothing is claimed, and a button looks again", async () => {
  proxy.loseAnswer({ ...afterDecision, thenCut: true });
  const { status, text } = await postForm(site.url, "/quotes/away", acceptance);
  const words = visibleText(text);
  expect(status).toBe(503);
  expect(words).toContain("We can't tell yet whether your acceptance arrived.");
  expect(words).toContain("Look again");
  expect(words).not.toMatch(/Nothing was recorded|Failed to submit/);
  for (const value of Object.values(acceptance)) expect(text).toContain(`value="${value}"`);

  proxy.restore();
  const again = await postForm(site.url, "/quotes/away", {
    ...acceptance,
    intent: "look",
    about: "acceptance",
  });
  expect([again.status, again.headers.location]).toEqual([
    303,
    "/live-piano-services/quote-confirmation?quote=away",
  ]);
  expect(await eventsOf("away")).toEqual([{ kind: "accepted" }]);
});

test("a message says that trying again is safe, and is stored once", async () => {
  const message = {
    name: "Ada Visitor",
    email: "ada@visitor.example",
    message: "Do you teach adults who stopped at fourteen?",
  };
  proxy.loseAnswer({ after: "contact_messages", to: "commit" });
  const lost = await postForm(site.url, "/?index", message);
  expect([lost.status, visibleText(lost.text)]).toEqual([
    503,
    expect.stringContaining(
      "We couldn't tell whether that went through. It's safe to try again: it only counts once.",
    ),
  ]);
  expect((await postForm(site.url, "/?index", message)).status).toBe(200);
  expect(await store.query("select id from contact_messages")).toHaveLength(1);
});

test("a booking keeps what was typed whether the database goes before it or with its answer", async () => {
  const week = await send(site.url, "/book/voice-piano/60-minutes");
  const path = /\/book\/[\w/-]+\/\d{8}T\d{4}Z/.exec(week.text)![0];
  const form = { name: "Ada Visitor", email: "ada@visitor.example", form_key: "the form of ada" };
  const book = () => postForm(site.url, path, { ...form, note: "I sing alto." });

  proxy.cut();
  const before = await book();
  expect([before.status, visibleText(before.text)]).toEqual([
    503,
    expect.stringContaining("It isn't booked yet, but what you've typed is kept."),
  ]);
  for (const value of [...Object.values(form), "I sing alto."])
    expect(before.text).toContain(`value="${value}"`);

  proxy.restore();
  proxy.loseAnswer({ after: "diary_entries", to: "commit", thenCut: true });
  const lost = await book();
  expect([lost.status, visibleText(lost.text)]).toEqual([
    503,
    expect.stringMatching(/Your details.*It's safe to try again: it only counts once\./s),
  ]);
  for (const value of Object.values(form)) expect(lost.text).toContain(`value="${value}"`);
  expect(lost.text).toContain(">I sing alto.</textarea>");

  proxy.restore();
  const again = await book();
  expect([again.status, again.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/appointments\/[\w-]{22}\?booked$/),
  ]);
  const booked = "select id from diary_entries where kind = 'appointment'";
  expect(await store.query(booked)).toHaveLength(1);
});

test("a form that meets one lock after the other is refused as soon as if it were one", async () => {
  await store.withConnection(async (query) => {
    await query("begin");
    // The form asks for them in the opposite order; a savepoint gives back what was locked after it.
    for (const table of ["contact_messages", "allowances", "submissions"]) {
      await query(`lock table ${table}`);
      await query(`savepoint ${table}`);
    }
    const form = { name: "Ada", email: "ada@visitor.example", message: "Do you teach in July?" };
    const began = performance.now();
    const answered = postForm(site.url, "/?index", form).then(({ status }) => ({
      status,
      after: performance.now() - began,
    }));
    for (const locked of ["allowances", "contact_messages"]) {
      await setTimeout(1_200);
      await query(`rollback to ${locked}`);
    }
    const { status, after } = await answered;
    await query("rollback");
    expect(status).toBe(503);
    // Two seconds, not one and a half for each.
    expect(after).toBeLessThan(3_000);
  });
});
