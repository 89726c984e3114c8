import { describe, expect } from "vitest";
import { auditEntries, services } from "#app/server/database/tables.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { check } from "#app/values/rules.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import "#tests/support/default-content.ts";
import { aLesson } from "#tests/support/diary.ts";
import { owner } from "#tests/support/factories.ts";
import { findService, listServices } from "./queries.server.ts";
import { createService, placeService, saveService, savePlaces } from "./service-commands.server.ts";
import {
  type ServiceInput,
  serviceSchema,
  slugOf,
  storedColumns,
  newServiceTexts,
  serviceTexts,
  type ServiceTexts,
} from "./service-schema.ts";

function typed(texts: Partial<ServiceTexts> = {}): ServiceInput {
  const checked = check(serviceSchema, { ...newServiceTexts, name: "Duet coaching", ...texts });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
}

const create = (db: Db, texts: Partial<ServiceTexts> = {}, key = "k") =>
  createService(db, owner, typed(texts), key);

const stored = async (db: Db, id: string) =>
  (await listServices(db, { all: true })).find((service) => service.id === id);

const logged = (db: Db) =>
  db
    .select({ action: auditEntries.action, label: auditEntries.label, after: auditEntries.after })
    .from(auditEntries)
    .orderBy(auditEntries.id);

describe("a new service", () => {
  dbTest("can be booked under an address made from its name", async ({ db }) => {
    expect(await create(db, { name: "Duet & trio, 60 min" })).toMatchObject({ ok: true });
    const service = await findService(db, "voice-piano", "duet-trio-60-min");
    expect(service).toMatchObject({ price: null, bufferAfter: 15, onRequest: false });
    expect(await logged(db)).toMatchObject([{ action: "added", label: "Duet & trio, 60 min" }]);
  });

  onBoth("is one when its form is sent twice, and two forms make two", async ({ db }) => {
    await Promise.all([create(db), create(db)]);
    expect(await db.$count(services)).toBe(1);
    await create(db, {}, "another form");
    expect((await listServices(db)).map(({ slug }) => slug)).toEqual([
      "duet-coaching",
      "duet-coaching-2",
    ]);
  });

  dbTest("has the studio's address where none is typed", async ({ db }) => {
    await aLesson(db, { placeDetails: "12 Sample Street, Kew" });
    expect(await create(db)).toMatchObject({ service: { placeDetails: "12 Sample Street, Kew" } });
    const online = await create(db, { place: "online" }, "2");
    expect(online).toMatchObject({ service: { placeDetails: "" } });
  });

  dbTest("with another's web address is refused beside the field", async ({ db }) => {
    await aLesson(db, { slug: "60-minutes" });
    expect(await create(db, { slug: "60-minutes" })).toMatchObject({
      ok: false,
      reason: "invalid",
      errors: { slug: "Another service of this kind has this web address." },
    });
  });
});

describe("a service that is saved", () => {
  dbTest("says in the log what has changed, and only that", async ({ db }) => {
    const service = await aLesson(db);
    const input = typed({ ...serviceTexts(storedColumns(service)), price: "100", notice: "12" });
    const saved = await saveService(db, owner, { id: service.id, version: 1, input });
    expect(saved).toMatchObject({ ok: true, service: { price: 100_00, version: 2 } });
    expect(await logged(db)).toEqual([
      { action: "changed", label: service.name, after: { price: 100_00, notice: 12 } },
    ]);
    // The answer was lost, and the form is sent again.
    await saveService(db, owner, { id: service.id, version: 1, input });
    expect(await logged(db)).toHaveLength(1);
  });

  dbTest("in a tab that is stale changes nothing", async ({ db }) => {
    const service = await aLesson(db);
    const save = (price: string) => {
      const input = typed({ ...serviceTexts(storedColumns(service)), price });
      return saveService(db, owner, { id: service.id, version: 1, input });
    };
    expect(await save("100")).toMatchObject({ ok: true });
    expect(await save("120")).toMatchObject({ reason: "changed", current: { price: 100_00 } });
  });

  dbTest("shows in its form exactly what is stored", async ({ db }) => {
    const service = await aLesson(db, { mostPerDay: 3, onRequest: true, bufferBefore: 10 });
    const { confirmation, ...input } = typed(serviceTexts(storedColumns(service)));
    expect({ ...input, onRequest: confirmation === "on-request" }).toEqual(storedColumns(service));
  });
});

dbTest("a service that is off is no longer offered, and on again it is", async ({ db }) => {
  const service = await aLesson(db);
  const { id, category, slug } = service;
  const turn = (active: boolean, version: number) => {
    const input = { ...typed(serviceTexts(storedColumns(service))), active };
    return saveService(db, owner, { id, version, input });
  };
  await turn(false, 1);
  expect(await findService(db, category, slug)).toBeUndefined();
  expect(await stored(db, id)).toMatchObject({ active: false, version: 2 });
  await turn(true, 2);
  expect(await findService(db, category, slug)).toMatchObject({ id });
});

dbTest("services are put in order within their kind, and twice is as once", async ({ db }) => {
  for (const slug of ["a", "b", "c"]) await aLesson(db, { slug });
  const other = await aLesson(db, { slug: "other", category: "presence" });
  const order = async () => (await listServices(db)).map(({ slug }) => slug);
  const [first] = await listServices(db);
  for (const _ of [1, 2]) await placeService(db, owner, { id: first!.id, to: 2 });
  expect(await order()).toEqual(["b", "c", "a", "other"]);
  await placeService(db, owner, { id: first!.id, to: 1 });
  expect(await order()).toEqual(["b", "a", "c", "other"]);
  expect(await stored(db, other.id)).toMatchObject({ position: 0 });
});

describe("the studio's address", () => {
  dbTest("goes to every service at the studio but those with their own", async ({ db }) => {
    const place = (slug: string, placeDetails: string) => aLesson(db, { slug, placeDetails });
    for (const slug of ["a", "b"]) await place(slug, "1 Old Street");
    await place("c", "");
    await place("own", "The church hall");
    await aLesson(db, { slug: "online", place: "online", placeDetails: "" });
    const seen = { studio: "1 Old Street", online: "" };
    const places = { studio: "2 New Street", online: "" };
    expect(await savePlaces(db, owner, { seen, places })).toEqual({ ok: true });
    const all = await listServices(db);
    expect(Object.fromEntries(all.map((one) => [one.slug, one.placeDetails]))).toEqual({
      a: "2 New Street",
      b: "2 New Street",
      c: "2 New Street",
      own: "The church hall",
      online: "",
    });
    // Again, and from a tab that shows the old one.
    expect(await savePlaces(db, owner, { seen, places })).toEqual({ ok: true });
    const third = { studio: "3 Third Street", online: "" };
    expect(await savePlaces(db, owner, { seen, places: third })).toMatchObject({ ok: false });
    expect(await logged(db)).toHaveLength(1);
  });
});

describe("what the owner types", () => {
  dbTest("is kept within what the table takes", () => {
    const wrong = { minutes: "4", price: "-1", step: "0", daysAhead: "366", mostPerDay: "0" };
    const online = { place: "online", placeDetails: "I'll send it" };
    const checked = check(serviceSchema, { ...newServiceTexts, ...wrong, ...online, slug: "Ä" });
    expect(checked.ok ? [] : Object.keys(checked.errors).toSorted()).toEqual([
      "daysAhead",
      "minutes",
      "mostPerDay",
      "name",
      "placeDetails",
      "price",
      "slug",
      "step",
    ]);
  });

  dbTest("becomes an address of small letters", () => {
    expect(slugOf("Élan & the singer's 60")).toBe("elan-the-singers-60");
    expect(slugOf("声")).toBe("session");
  });
});
