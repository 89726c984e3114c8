import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { addAppointment } from "#app/features/appointments/book.server.ts";
import { cancelAppointment, editEntry } from "#app/features/appointments/changes.server.tsx";
import { insertEntry, openDiary, newToken } from "#app/features/diary/entries.server.ts";
import { finishAppointments, markNoShow } from "#app/features/appointments/finish.server.ts";
import { asClient, asOwner, type Entry } from "#app/features/diary/model.ts";
import {
  invoiceSessions,
  getSessionMoney,
  settleCredits,
} from "#app/features/appointments/session-invoices.server.ts";
import { addSeries } from "#app/features/appointments/series.server.ts";
import { voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  credits,
  diaryEntries,
  emails,
  payments,
  salesInvoices,
  creditMoves,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import {
  findPublicAppointment,
  priceWhenMoved,
} from "#app/features/appointments/public-appointment.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import { eraseAda } from "#tests/support/privacy.ts";
import { endPackage, giveCredit, sellPackage, listPackages } from "./sales.server.ts";
import { refundOf } from "./model.ts";

/* What a client has paid ahead: every session is in its package, on an invoice or unpaid, and never twice. */

const DAY = 1_440;
const email = "ada@visitor.example";
const four = "4/60/36000";
const ada = { buyerName: "Ada Visitor", buyerEmail: email };
const later = (days: number) => minutesLater(THURSDAY_TEN, days * DAY);

async function sell(db: Db, given: Partial<Parameters<typeof sellPackage>[2]> = {}, key = "form") {
  const sale = { ...ada, offer: four, expiresOn: null, paidBy: "cash", ...given } as const;
  return sellPackage(db, owner, sale, key, NOW);
}

/** An hour of Ada's, as the owner puts it in. */
const anHour = (startsAt: Date, given: object = {}) => ({
  title: "Voice and piano, 60 minutes",
  startsAt,
  endsAt: minutesLater(startsAt, 60),
  bufferBefore: 0,
  bufferAfter: 15,
  serviceId: null,
  price: 95_00,
  place: "studio" as const,
  placeDetails: "",
  clientName: "Ada Visitor",
  clientEmail: email,
  tellsClient: true,
  ...given,
});

async function lesson(db: Db, startsAt: Date, given: object = {}): Promise<Entry> {
  const result = await addAppointment(db, owner, anHour(startsAt, given), NOW);
  if (!result.ok) throw new Error("There is no room.");
  return result.entry;
}

const [lefts, kinds] = [
  async (db: Db) => (await listPackages(db, owner, email, NOW)).map(({ left }) => left),
  async (db: Db) =>
    (await listPackages(db, owner, email, NOW)).flatMap(({ moves }) =>
      moves.map(({ kind, amount }) => `${amount} ${kind}`),
    ),
];

const creditOf = async (db: Db, { id }: Entry) =>
  (await db.select().from(diaryEntries).where(eq(diaryEntries.id, id)))[0]!.creditId;

const lastEmail = async (db: Db) =>
  (
    await db.select().from(emails).where(eq(emails.recipient, email)).orderBy(asc(emails.createdAt))
  ).at(-1)!.text;

describe("a package of four", () => {
  moneyTest("is sold once, as a paid invoice with a receipt", async ({ db }) => {
    expect([await sell(db), await sell(db)]).toEqual([{ ok: true }, { ok: true }]);
    expect(await db.select().from(salesInvoices)).toMatchObject([
      { title: "Package of 4 x 60 min", total: 360_00, paid: 360_00, buyerEmail: email },
    ]);
    expect(await db.select().from(payments)).toMatchObject([{ method: "cash" }]);
    expect(await db.select().from(emails)).toMatchObject([{ kind: "payment-receipt" }]);
    expect(await kinds(db)).toEqual(["4 bought"]);
  });

  moneyTest(
    "gives three sessions and gets one back: two are left, A$170 to refund",
    async ({ db }) => {
      await sell(db);
      const lessons = [await lesson(db, later(0)), await lesson(db, later(7))];
      expect(await lastEmail(db)).toContain("From your package: 2 of 4 left");
      expect(await lastEmail(db)).not.toContain("A$95");
      const third = await lesson(db, later(14));
      await cancelAppointment(db, asClient, { token: third.token! }, NOW);
      expect(await lastEmail(db)).toContain("It's back in your package: 2 of 4 left");
      const [sold] = await listPackages(db, owner, email, NOW);
      expect([sold!.left, sold!.used, refundOf(sold!)]).toEqual([2, 2, 170_00]);
      for (const one of lessons) expect(await creditOf(db, one)).toBe(sold!.id);
      const seen = { id: sold!.id, left: 2 };
      expect(await endPackage(db, owner, { ...seen, left: 3 }, NOW)).toMatchObject({ ok: false });
      expect(await endPackage(db, owner, seen, NOW)).toEqual({ ok: true });
      await lesson(db, later(21));
      const moves = ["4 bought", "-1 used", "-1 used", "-1 used", "1 returned", "-2 refunded"];
      expect(await kinds(db)).toEqual(moves);
    },
  );

  dbTest("takes the place of the invoices of its sessions, and of no other's", async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "each" });
    await sell(db);
    const own = await lesson(db, later(0));
    await lesson(db, later(0.1), { endsAt: minutesLater(later(0.1), 90) });
    await lesson(db, later(0.2), { clientEmail: "bo@visitor.example" });
    await finishAppointments(db, later(2));
    await invoiceSessions(db, later(2));
    const invoiced = await db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt));
    const bare = invoiced.filter(({ salesInvoiceId }) => salesInvoiceId === null);
    expect([invoiced.length, ...bare.map(({ id }) => id)]).toEqual([3, own.id]);
    expect(await lefts(db)).toEqual([3]);
  });

  moneyTest("gives one session until it is paid, then those that are booked", async ({ db }) => {
    const lessons = [await lesson(db, later(0)), await lesson(db, later(7))];
    await sell(db, { paidBy: null });
    expect(await lefts(db)).toEqual([3]);
    expect(await creditOf(db, lessons[0]!)).not.toBeNull();
    lessons.push(await lesson(db, later(14)));
    expect(await lefts(db)).toEqual([3]);
    const [invoice] = await db.select().from(salesInvoices);
    const paid = { invoiceId: invoice!.id, paidOn: "2026-03-10", amount: 360_00 };
    await db.transaction((tx) => recordPayment(tx, { ...paid, method: "payid" }, "bank", NOW));
    await settleCredits(db, NOW);
    await settleCredits(db, NOW);
    expect(await lefts(db)).toEqual([1]);
    for (const one of lessons) expect(await creditOf(db, one)).not.toBeNull();
  });

  moneyOnBoth(
    "gives the last of it to one of fifty sessions that are booked at once",
    async ({ db }) => {
      await sell(db);
      for (const days of [0, 1, 2]) await lesson(db, later(days));
      // Without their emails, which a busy machine writes too slowly for the end of the queue.
      const { title, price, clientName, clientEmail } = anHour(later(3));
      const book = (index: number) =>
        db.transaction(async (tx) => {
          await openDiary(tx, NOW);
          const [startsAt, endsAt] = [later(3 + index), minutesLater(later(3 + index), 60)];
          const times = { startsAt, endsAt, busyFrom: startsAt, busyUntil: endsAt };
          const values = { title, price, clientName, clientEmail, ...times };
          return (await insertEntry(tx, { ...values, kind: "appointment" }, NOW))!;
        });
      const booked = await Promise.all(Array.from({ length: 50 }, (_, index) => book(index)));
      expect(booked.filter(({ creditId }) => creditId !== null)).toHaveLength(1);
      expect(await lefts(db)).toEqual([0]);
    },
  );
});

describe("a session of a package", () => {
  dbTest.for([
    [48 * 60, null],
    [48 * 60 - 1 / 60, "kept"],
  ] as const)("cancelled by its client %s minutes ahead", async ([ahead, kept], { db }) => {
    await theBusiness(db);
    await sell(db);
    const { token } = await lesson(db, later(10));
    const at = minutesLater(later(10), -ahead);
    const cancelled = await cancelAppointment(db, asClient, { token: token! }, at);
    expect(cancelled.ok).toBe(kept === null);
    if (kept) await cancelAppointment(db, asOwner(owner), { token: token!, forClient: true }, at);
    expect(await lefts(db)).toEqual([kept ? 3 : 4]);
  });

  moneyTest(
    "stays used when nobody comes, and comes back when the owner cancels",
    async ({ db }) => {
      await sell(db);
      const { id, version } = await lesson(db, later(0));
      const second = await lesson(db, later(1));
      await markNoShow(db, owner, { id, version }, later(0.5));
      await cancelAppointment(db, asOwner(owner), { id: second.id }, later(0.9));
      expect(await lefts(db)).toEqual([3]);
    },
  );

  moneyTest("comes back when it is made longer, and is taken again", async ({ db }) => {
    await sell(db);
    const { id, startsAt, version } = await lesson(db, later(0));
    const lengthen = (minutes: number, seen: number) => {
      const fields = { endsAt: minutesLater(startsAt, minutes) };
      return editEntry(db, owner, { id, version: seen, fields, tellsClient: false }, NOW);
    };
    await lengthen(90, version);
    expect(await lefts(db)).toEqual([4]);
    await lengthen(60, version + 1);
    expect(await lefts(db)).toEqual([3]);
  });

  moneyTest("is one of a series, as far as the package goes", async ({ db }) => {
    await sell(db);
    const starts = [2, 3, 4, 5, 6].map(later);
    await addSeries(db, owner, { ...anHour(starts[0]!), starts, weeks: 1 }, NOW);
    expect(await lastEmail(db)).toContain("Price A$95.00 each for 1 of them");
    expect(await lastEmail(db)).toContain("From your package of 4");
  });
});

describe("packages", () => {
  moneyTest("give from the one that ends first, until their last day", async ({ db }) => {
    await sell(db);
    await sell(db, { expiresOn: "2026-03-20" }, "other");
    await lesson(db, later(0));
    await lesson(db, later(14));
    expect(await lefts(db)).toEqual([3, 3]);
    await settleCredits(db, later(20));
    expect((await lefts(db)).toSorted()).toEqual([0, 3]);
    expect(await kinds(db)).toContain("-3 expired");
  });

  moneyTest("say what a session costs that would move past their last day", async ({ db }) => {
    await sell(db, { expiresOn: "2026-03-20" });
    const { token } = await lesson(db, later(0));
    expect(await priceWhenMoved(db, token!, later(14))).toBe("A$95.00");
    await sell(db, {}, "other");
    expect(await priceWhenMoved(db, token!, later(14))).toBeNull();
  });

  dbTest("whose invoice is void give nothing, and their sessions are invoiced", async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "each" });
    await sell(db, { paidBy: null });
    const own = await lesson(db, later(0));
    const [invoice] = await db.select().from(salesInvoices);
    const voided = await voidInvoice(db, owner, invoice!.id, "Changed her mind", NOW);
    expect(voided.ok).toBe(true);
    await finishAppointments(db, later(2));
    await invoiceSessions(db, later(2));
    expect(await creditOf(db, own)).toBeNull();
    expect(await db.$count(salesInvoices)).toBe(2);
  });

  moneyTest("get one more as a present, once for a press", async ({ db }) => {
    await sell(db);
    const { id } = (await db.select().from(credits))[0]!;
    const press = () => giveCredit(db, owner, { id, left: 4 }, NOW);
    expect(await press()).toEqual({ ok: true });
    expect(await press()).toEqual({ ok: false, reason: "changed" });
    expect(await listPackages(db, owner, email, NOW)).toMatchObject([{ left: 5, of: 5, used: 0 }]);
  });

  dbTest("are sold at the price that was shown, and only with an invoice", async ({ db }) => {
    expect(await sell(db)).toEqual({ ok: false, reason: "off" });
    await theBusiness(db);
    expect(await sell(db, { offer: "4/60/35000" })).toEqual({ ok: false, reason: "changed" });
    expect(await sell(db, { expiresOn: "2026-03-09" })).toEqual({ ok: false, reason: "over" });
    expect(await db.$count(salesInvoices)).toBe(0);
  });

  moneyTest("take no session of before the day on which they were sold", async ({ db }) => {
    const before = await anEntry(db, { startsAt: later(-3), state: "done" });
    const sameDay = await anEntry(db, { startsAt: later(-2), state: "booked" });
    await sell(db);
    expect(await creditOf(db, before)).toBeNull();
    expect(await creditOf(db, sameDay)).not.toBeNull();
  });
});

/* Whose a package is: the client's, wherever its invoice goes, until she asks to be forgotten. */

async function sellTo(db: Db, buyerEmail: string): Promise<void> {
  const sale = { buyerName: "Ada", buyerEmail, offer: "4/60/36000" } as const;
  await sellPackage(db, owner, { ...sale, expiresOn: null, paidBy: "cash" }, buyerEmail, NOW);
}

moneyTest("a package stays its client's when its invoice goes to somebody else", async ({ db }) => {
  const { id } = await anEntry(db);
  await sellTo(db, "ada@visitor.example");
  await db.update(salesInvoices).set({ buyerEmail: "accounts@school.example" });
  await settleCredits(db, NOW);
  const [paid] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, id));
  expect(paid!.creditId).not.toBeNull();
});

moneyTest(
  "a package goes along to a client's new address, and not with a lesson that is another's",
  async ({ db }) => {
    await sellTo(db, email);
    const first = await lesson(db, later(0));
    const second = await lesson(db, later(7));
    const third = await lesson(db, later(14));
    const edit = ({ id, version }: Entry, fields: Partial<Entry>) =>
      editEntry(db, owner, { id, version, fields }, NOW);
    const moved = { clientEmail: "ada@new.example" };
    await edit(first, moved);
    await edit(third, { clientName: "Bo Visitor", clientEmail: "bo@visitor.example" });
    await settleCredits(db, NOW);
    const next = await lesson(db, later(21), moved);
    expect(await creditOf(db, first)).not.toBeNull();
    expect(await creditOf(db, second)).toBe(first.creditId);
    expect([await creditOf(db, third), next.creditId]).toEqual([null, first.creditId]);
    const [sold] = await listPackages(db, owner, "ada@new.example", NOW);
    expect(sold).toMatchObject({ left: 1, used: 3 });
  },
);

moneyTest("a client's packages are in her export, and gone once she is erased", async ({ db }) => {
  await anEntry(db, { clientEmail: "ada@client.example" });
  await sellTo(db, "ada@client.example");
  await sellTo(db, "bo@client.example");
  const person = { address: "ada@client.example" };
  expect(await exportPerson(db, owner, person, NOW)).toMatchObject({
    packages: [{ clientEmail: "ada@client.example", count: 4 }],
    packageMoves: [{ kind: "bought" }, { kind: "used" }],
  });
  await eraseAda(db);
  expect(await db.select().from(credits)).toMatchObject([{ clientEmail: "bo@client.example" }]);
  expect(await db.$count(creditMoves)).toBe(1);
  expect(await db.$count(salesInvoices)).toBe(2);
});

moneyTest(
  "what is left is said to whom the email's link shows it, and to nobody else",
  async ({ db }) => {
    const [token, pageToken] = [newToken(), newToken()];
    await anEntry(db, { token, pageToken });
    await sellTo(db, "ada@visitor.example");
    const shown = async (link: string) =>
      (await findPublicAppointment(db, link, NOW))?.appointment.credit;
    expect(await shown(token)).toBe("From your package: 3 of 4 left");
    expect(await shown(pageToken)).toBeNull();
  },
);

moneyTest(
  "a package of another length says what it is for, and only to its client",
  async ({ db }) => {
    const [token, pageToken] = [newToken(), newToken()];
    const endsAt = minutesLater(THURSDAY_TEN, 45);
    const entry = await anEntry(db, { token, pageToken, endsAt });
    await sellTo(db, "ada@visitor.example");
    const others = async (link: string) => (await findPublicAppointment(db, link, NOW))?.others;
    const says = ["4 x 60 min, 4 of 4 left, is for sessions of 60 minutes"];
    expect([await others(token), await others(pageToken)]).toEqual([says, []]);
    expect((await getSessionMoney(db, owner, entry)).others).toEqual(says);
    await db.update(credits).set({ expiresOn: "2026-03-11" });
    expect(await others(token)).toEqual([]);
  },
);
