import { describe, expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import {
  getSteps,
  getTestEmail,
  settleLaunch,
  settleStep,
  skipOpenSteps,
} from "#app/features/setup/setup.server.tsx";
import { setupStepNames } from "#app/features/setup/model.ts";
import { saveDraft } from "#app/features/site-publishing/commands.server.ts";
import { listPublicSamples, getSiteDocument } from "#app/features/site-content/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, pictures } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { setupActions } from "./actions.server.ts";
import { getSetupProgress } from "./load.server.ts";

function send(db: Db, intent: keyof typeof setupActions, values: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const given = { db, by: owner, id: "", form, values, input: undefined, keep() {} };
  return setupActions[intent].answer(given);
}
const next = (answer: unknown) => (answer as Response).headers.get("Location");
const publicSite = async (db: Db) => (await getSiteDocument(db, owner, "site")).published;
const hers = { brand: "Lotus & Voice", person: "Ada Client", email: "ada@lotus.com.au" };

describe("her name and brand", () => {
  dbTest("are public at once, and lead to the next step", async ({ db }) => {
    const answer = await send(db, "brand", { version: "0", ...hers });
    expect(next(answer)).toBe("/admin/start?step=colours#step-colours");
    const { socials } = siteDocuments.site.default;
    expect(await publicSite(db)).toMatchObject({ ...hers, socials, palette: "wine" });
    expect(await getSteps(db, owner)).toEqual({ brand: "done" });
  });

  dbTest("stay as typed beside what is wrong with them", async ({ db }) => {
    const answer = await send(db, "brand", { version: "0", ...hers, email: "nobody" });
    expect(answer).toEqual({ ok: false, errors: { email: "Enter one email address." } });
    expect(await getSteps(db, owner)).toEqual({});
  });

  dbTest("take nothing back that another tab has published", async ({ db }) => {
    await send(db, "brand", { version: "0", ...hers });
    const stale = await send(db, "brand", { version: "0", ...hers, brand: "Other" });
    expect(stale).toMatchObject({ ok: false, message: expect.stringMatching(/another tab/) });
    expect(await publicSite(db)).toMatchObject({ brand: hers.brand });
  });

  dbTest("wait for a draft, which would be lost", async ({ db }) => {
    const values = { ...siteDocuments.site.default, brand: "Drafted" };
    await saveDraft(db, owner, "site", { version: 0, values }, NOW);
    expect(await send(db, "brand", { version: "1", ...hers })).toMatchObject({
      ok: false,
      message: expect.stringContaining("your draft"),
    });
    expect((await getSiteDocument(db, owner, "site")).hasDraft).toBe(true);
  });
});

dbTest("a palette is published, and one that there isn't is refused", async ({ db }) => {
  expect(next(await send(db, "palette", { palette: "forest" }))).toContain("step=words");
  expect(await publicSite(db)).toMatchObject({ palette: "forest", brand: "Breath & Key" });
  expect(await send(db, "palette", { palette: "neon" })).toMatchObject({
    ok: false,
    message: "Choose one of these for “Colours”.",
  });
});

dbTest("one picture takes the place of every drawing for shared links", async ({ db }) => {
  const [picture] = await db
    .insert(pictures)
    .values({
      createdBy: owner.email,
      fileName: "hall.jpg",
      shape: "share",
      original: new Uint8Array([1]),
      state: "ready",
      width: 1200,
      height: 630,
    })
    .returning();
  const shared = async () =>
    (await listPublicSamples(db)).filter((one) => one.picture === "share").length;
  expect(await shared()).toBeGreaterThan(5);
  expect(await send(db, "share", { picture: "nothing" })).toMatchObject({
    ok: false,
    message: "This picture isn't there any more. Choose another one.",
  });
  expect(await send(db, "share", { picture: picture!.id })).toMatchObject({ ok: true });
  expect(await shared()).toBe(0);
});

dbTest("samples she keeps are hers, once, with her name in the log", async ({ db }) => {
  const keep = () => send(db, "keep", { document: "about", what: "words" });
  expect(await keep()).toMatchObject({ ok: true, message: expect.stringContaining("kept") });
  const left = (await listPublicSamples(db)).filter((one) => one.document === "about");
  expect(left.every(({ picture }) => picture !== null)).toBe(true);
  expect(await keep()).toMatchObject({ ok: true, notice: "They are yours already." });
  const entries = await db.select().from(auditEntries);
  expect(entries).toMatchObject([{ actor: owner.email, subjectKind: "words", label: "About" }]);
});

dbTest("names and links of nobody can't be kept", async ({ db }) => {
  await send(db, "keep", { document: "site", what: "words" });
  await send(db, "keep", { document: "testimonials", what: "words" });
  const left = (await listPublicSamples(db)).map(({ document, path }) => `${document}.${path}`);
  const nobody = ["site.brand", "site.email", "site.links.choir", "testimonials.items.0.quote"];
  expect(left).toEqual(expect.arrayContaining(nobody));
  expect(left).not.toContain("site.newsletter.consent");
});

dbTest(
  "the steps are settled one by one, until Today says nothing more of them",
  async ({ db }) => {
    const progress = () => getSetupProgress(db, owner, NOW);
    expect(await progress()).toEqual({ settled: 0, all: 8, left: null });
    const [first] = await Promise.all([
      send(db, "settle", { step: "brand", state: "skipped" }),
      settleStep(db, owner, "words", "done"),
    ]);
    expect(next(first)).toBe("/admin/start?step=colours#step-colours");
    expect(await send(db, "settle", { step: "magic", state: "done" })).toMatchObject({ ok: false });
    expect(await progress()).toEqual({ settled: 2, all: 8, left: null });
    await skipOpenSteps(db, owner);
    expect(await getSteps(db, owner)).toMatchObject({ words: "done", data: "skipped" });
    expect(await progress()).toBeNull();
  },
);

dbTest(
  "after the last step Today says how much is left, until nothing was once",
  async ({ db }) => {
    for (const step of setupStepNames) await settleStep(db, owner, step, "done");
    const progress = await getSetupProgress(db, owner, NOW);
    expect(progress?.left).toBeGreaterThan(100);
    await settleLaunch(db, owner);
    expect(await getSetupProgress(db, owner, NOW)).toBeNull();
    expect(await getSteps(db, owner)).not.toHaveProperty("launch");
  },
);

dbTest("a test email goes to the owner, and its state is known", async ({ db }) => {
  expect(await send(db, "test")).toMatchObject({ message: expect.stringContaining("not sent") });
  expect(await getTestEmail(db, owner)).toMatchObject({ state: "queued" });
});

dbTest("the sample's domain is looked up nowhere", async ({ db }) => {
  expect(await send(db, "domain")).toMatchObject({
    ok: false,
    message: expect.stringContaining("is a sample"),
    detail: expect.stringContaining("MAIL_FROM"),
  });
});
