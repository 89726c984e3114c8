import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { findPublicAppointment } from "#app/features/diary/public-appointment.server.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { getSessionMoney } from "#app/features/diary/session-invoices.server.ts";
import { settleCredits } from "#app/features/diary/settle-credits.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  credits,
  creditMoves,
  diaryEntries,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { eraseAda } from "#tests/support/privacy.ts";
import { sellPackage } from "./sales.server.ts";

/* Whose a package is: the client's, wherever its invoice goes, until she asks to be forgotten. */

async function sellTo(db: Db, buyerEmail: string): Promise<void> {
  const sale = { buyerName: "Ada", buyerEmail, offer: "4/60/36000" } as const;
  await sellPackage(db, owner, { ...sale, expiresOn: null, paidBy: "cash" }, buyerEmail, NOW);
}

dbTest("a package stays its client's when its invoice goes to somebody else", async ({ db }) => {
  await theBusiness(db);
  const { id } = await anEntry(db);
  await sellTo(db, "ada@visitor.example");
  await db.update(salesInvoices).set({ buyerEmail: "accounts@school.example" });
  await settleCredits(db, NOW);
  const [lesson] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, id));
  expect(lesson!.creditId).not.toBeNull();
});

dbTest("a client's packages are in her export, and gone once she is erased", async ({ db }) => {
  await theBusiness(db);
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

dbTest(
  "what is left is said to whom the email's link shows it, and to nobody else",
  async ({ db }) => {
    await theBusiness(db);
    const [token, pageToken] = [newToken(), newToken()];
    await anEntry(db, { token, pageToken });
    await sellTo(db, "ada@visitor.example");
    const shown = async (link: string) =>
      (await findPublicAppointment(db, link, NOW))?.appointment.credit;
    expect(await shown(token)).toBe("From your package: 3 of 4 left");
    expect(await shown(pageToken)).toBeNull();
  },
);

dbTest(
  "a package of another length says what it is for, and only to its client",
  async ({ db }) => {
    await theBusiness(db);
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
