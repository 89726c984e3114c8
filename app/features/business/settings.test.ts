import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emails,
  gstRegistrations,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import {
  getBusinessSettings,
  saveBusinessDetails,
  setNextNumber,
  addRegistration,
  changeRegistration,
  removeRegistration,
} from "./settings.server.tsx";
import { type BusinessInput, businessWords } from "./schema.ts";
import { getBusinessDetails, isGstRegistered } from "./queries.server.ts";
import { issueInvoices } from "#app/features/invoices/issue.server.ts";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";

const input: BusinessInput = {
  legalName: "Imogen Hale",
  tradingName: "Breath & Key",
  abn: "51824753556",
  postalAddress: "12 Sample Street",
  payIdKind: "phone",
  payId: "+61491570006",
  payIdName: "Imogen Hale",
  bsb: "063000",
  accountNumber: "12345678",
  depositDays: 7,
  invoicePrefix: "INV-",
  invoicing: true,
  sessionInvoicing: "each",
  gstBasis: "cash",
};
const save = (db: Db, version: number, given: Partial<BusinessInput> = {}) =>
  saveBusinessDetails(db, owner, version, { ...input, ...given }, NOW);
const entries = (db: Db) => db.select().from(auditEntries).orderBy(auditEntries.id);
const said = async (db: Db) =>
  (await entries(db)).map(({ action, before, after }) => [
    action,
    ...changesOf(before, after, businessWords).map((change) => changeInWords(change)),
  ]);
/** What was written to the owner about how clients pay. */
async function notices(db: Db): Promise<string[]> {
  const rows = await db
    .select({ text: emails.text })
    .from(emails)
    .where(eq(emails.kind, "bank-details-changed"))
    .orderBy(emails.createdAt);
  return rows.map(({ text }) => text.replace(/\s+/g, " "));
}

dbTest("the next number goes up only, and in order from there", async ({ db }) => {
  await theBusiness(db);
  expect(await setNextNumber(db, owner, "invoice", 412, NOW)).toEqual({ ok: true });
  expect(await setNextNumber(db, owner, "invoice", 412, NOW)).toEqual({ ok: true });
  const lower = { ok: false, reason: "lower", next: 412 };
  expect(await setNextNumber(db, owner, "invoice", 411, NOW)).toEqual(lower);
  const typed = { buyerName: "Mei Tan", buyerEmail: "mei@family.example", title: "Lessons" };
  const lines = [{ text: "Four lessons", amount: 360_00 }];
  const content = { ...typed, lines, dueOn: addDays(melbourneDay(NOW), 7) };
  const issued = await issueNewInvoice(db, owner, content, { send: false }, NOW, "key");
  expect(issued).toMatchObject({ ok: true, invoice: { number: "INV-0412" } });
  expect(await setNextNumber(db, owner, "credit-note", 3, NOW)).toEqual({ ok: true });
  const changed = await db.select().from(auditEntries).where(eq(auditEntries.action, "changed"));
  expect(changed.map(({ before, after }) => [before, after])).toEqual([
    [{ nextInvoice: 1 }, { nextInvoice: 412 }],
    [{ nextCreditNote: 1 }, { nextCreditNote: 3 }],
  ]);
});

describe("business details", () => {
  dbTest("are saved for the first time, and changed later", async ({ db }) => {
    expect(await getBusinessDetails(db)).toMatchObject({ version: 0, invoicing: false });
    expect(await save(db, 0)).toEqual({ ok: true, next: null });
    expect(await getBusinessDetails(db)).toMatchObject({ ...input, version: 1, updatedAt: NOW });
    expect(await save(db, 1, { bsb: "063999" })).toMatchObject({ ok: true });
    expect(await getBusinessDetails(db)).toMatchObject({ bsb: "063999", version: 2 });
  });

  dbTest("are in the activity log with what changed, before and after", async ({ db }) => {
    await save(db, 0, { invoicing: false, payIdKind: null, payId: "" });
    await save(db, 1, { bsb: "063999" });
    const [first, second] = await said(db);
    expect(first).toContain("ABN: 51 824 753 556");
    expect(second).toEqual([
      "changed",
      "Kind of PayID: Phone number",
      "PayID: +61491570006",
      "BSB: 063-000 → 063-999",
      "Invoicing: off → on",
    ]);
    expect((await entries(db))[1]).toMatchObject({ actor: owner.email, subjectKind: "business" });
  });

  dbTest("that say how clients pay are told the owner by email, old and new", async ({ db }) => {
    await save(db, 0);
    await save(db, 1, { bsb: "063999", payIdKind: null, payId: "", payIdName: "" });
    const [entered, changed] = await notices(db);
    expect(entered).toMatch(/BSB: 063-000 Account number: 12345678 Changed by: /);
    expect(changed).toContain("BSB: 063-999 Before: 063-000");
    expect(changed).toContain("PayID: None Before: +61491570006");
    expect(changed).toContain(`Changed by: ${owner.email}`);
    expect(changed).not.toContain("12345678");
  });

  dbTest("that say anything else, or stay the same, cause no email", async ({ db }) => {
    await save(db, 0);
    await save(db, 1, { tradingName: "Hale Music", depositDays: 14, invoicing: false });
    await save(db, 1, { tradingName: "Hale Music", depositDays: 14, invoicing: false });
    await save(db, 1, { bsb: "063999" });
    expect(await notices(db)).toHaveLength(1);
  });

  dbTest("of a stale tab are refused, and the same change again is fine", async ({ db }) => {
    await save(db, 0);
    expect(await save(db, 0, { bsb: "111111" })).toMatchObject({
      reason: "changed",
      current: { bsb: "063000", version: 1 },
    });
    expect(await save(db, 0)).toMatchObject({ ok: true });
    expect(await getBusinessDetails(db)).toMatchObject({ bsb: "063000", version: 1 });
    expect(await entries(db)).toHaveLength(1);
  });

  onBoth("saved by two tabs at once are saved once", async ({ db }) => {
    const outcomes = await Promise.all([
      save(db, 0, { bsb: "111111" }),
      save(db, 0, { bsb: "222222" }),
    ]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await entries(db)).toHaveLength(1);
  });

  dbTest("without an ABN can't be saved once there is a GST registration", async ({ db }) => {
    await save(db, 0, { abn: "", invoicing: false });
    await addRegistration(db, owner, { starts: "2026-07-01", ends: null }, NOW);
    expect(await save(db, 1, { abn: "" })).toMatchObject({ ok: false, errors: { abn: /ABN/ } });
    expect(await getBusinessDetails(db)).toMatchObject({ invoicing: false, version: 1 });
  });
});

describe("an invoice prefix", () => {
  const draft = {
    kind: "other",
    buyerName: "Ada",
    buyerEmail: "ada@client.example",
    lines: [{ text: "Lesson", amount: 100_00 }],
    total: 100_00,
    gst: null,
    dueOn: "2026-03-17",
  } as const;
  const issue = (db: Db) =>
    db.transaction(async (tx) =>
      issueInvoices(
        tx,
        [{ ...draft, lines: [...draft.lines] }],
        { details: await getBusinessDetails(tx), by: owner.email },
        NOW,
      ),
    );

  dbTest("that changes counts on, leaves issued numbers alone and warns", async ({ db }) => {
    await theBusiness(db, input);
    await issue(db);
    expect(await getBusinessSettings(db, owner)).toMatchObject({ next: "INV-0002", issued: true });
    expect(await save(db, 1, { invoicePrefix: "BK-" })).toEqual({ ok: true, next: "BK-0002" });
    await issue(db);
    expect(await save(db, 2)).toEqual({ ok: true, next: "INV-0003" });
    await issue(db);
    const rows = await db.select().from(salesInvoices).orderBy(salesInvoices.issuedAt);
    expect(rows.map(({ number, reference }) => [number, reference]).toSorted()).toEqual([
      ["BK-0002", "BK0002"],
      ["INV-0001", "INV0001"],
      ["INV-0003", "INV0003"],
    ]);
  });
});

describe("periods of GST registration", () => {
  const first = { starts: "2026-07-01", ends: "2026-09-30" };
  const later = { starts: "2026-10-01", ends: null };
  const add = (db: Db, period: typeof first | typeof later) =>
    addRegistration(db, owner, period, NOW);
  const idOf = async (db: Db, starts: string) =>
    (await db.select().from(gstRegistrations).where(eq(gstRegistrations.starts, starts)))[0]!.id;

  dbTest("may touch, and both of their days count", async ({ db }) => {
    expect([await add(db, first), await add(db, later)]).toEqual([{ ok: true }, { ok: true }]);
    const days = ["2026-06-30", "2026-07-01", "2026-09-30", "2026-10-01", "2030-01-01"];
    expect(await Promise.all(days.map((day) => isGstRegistered(db, day)))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  dbTest.for([
    [{ starts: "2026-09-30", ends: null }],
    [{ starts: "2026-01-01", ends: "2026-07-01" }],
    [{ starts: "2026-08-01", ends: "2026-08-02" }],
    [{ starts: "2026-01-01", ends: null }],
  ] as const)("that overlap are refused in words: %j", async ([period], { db }) => {
    await add(db, first);
    expect(await add(db, period as typeof first)).toEqual({
      ok: false,
      reason: "invalid",
      message:
        "You're already registered from Wednesday, 1 July 2026 until Wednesday, 30 September 2026. " +
        "Periods can't overlap.",
    });
    expect(await db.$count(gstRegistrations)).toBe(1);
  });

  onBoth("that overlap and are added at once: one is", async ({ db }) => {
    const outcomes = await Promise.all([
      add(db, first),
      add(db, { starts: "2026-08-01", ends: null }),
      add(db, { starts: "2026-05-01", ends: null }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(gstRegistrations)).toBe(1);
  });

  onBoth("added twice by a double click are one", async ({ db }) => {
    expect(await Promise.all([add(db, later), add(db, later)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await said(db)).toEqual([
      ["added a GST registration to", "Registered from: Thursday, 1 October 2026"],
    ]);
  });

  dbTest("need an ABN while invoicing is on", async ({ db }) => {
    await theBusiness(db, { abn: "" });
    expect(await add(db, later)).toEqual({
      ok: false,
      reason: "invalid",
      message: "Enter and save your ABN above first.",
    });
  });

  dbTest("are ended, and reach no other period", async ({ db }) => {
    await add(db, first);
    await add(db, later);
    const id = await idOf(db, later.starts);
    const ended = { ...later, ends: "2026-12-31" };
    expect(await changeRegistration(db, owner, id, { seen: later, changed: ended }, NOW)).toEqual({
      ok: true,
    });
    const early = { ...ended, starts: "2026-09-30" };
    expect(
      await changeRegistration(db, owner, id, { seen: ended, changed: early }, NOW),
    ).toMatchObject({ ok: false, message: expect.stringContaining("1 July 2026 until") });
    expect((await said(db)).at(-1)).toEqual([
      "changed a GST registration of",
      "Last day: Thursday, 31 December 2026",
    ]);
  });

  dbTest("changed meanwhile are left alone, and the same change again is fine", async ({ db }) => {
    await add(db, later);
    const id = await idOf(db, later.starts);
    const ended = { ...later, ends: "2026-12-31" };
    const change = (seen: typeof later, changed: typeof later | typeof ended) =>
      changeRegistration(db, owner, id, { seen, changed }, NOW);
    await change(later, ended);
    expect(await change(later, ended)).toEqual({ ok: true });
    expect(await change(later, { ...later, ends: "2027-12-31" })).toMatchObject({
      reason: "changed",
    });
    expect(await removeRegistration(db, owner, id, later, NOW)).toMatchObject({
      reason: "changed",
    });
    expect(await removeRegistration(db, owner, id, ended, NOW)).toEqual({ ok: true });
    expect(await removeRegistration(db, owner, id, ended, NOW)).toEqual({ ok: true });
    expect((await said(db)).at(-1)![0]).toBe("removed a GST registration from");
    expect(await db.$count(gstRegistrations)).toBe(0);
  });
});
