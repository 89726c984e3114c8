import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { devices, factors, users } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import {
  deviceMaxAge,
  deviceHashIn,
  deleteDevices,
  deleteExpiredDevices,
  isKnownDevice,
  newDevice,
  rememberDevice,
} from "./sessions.server.ts";
import { makeOwner } from "./owner.server.ts";

const withCookie = (value: string) => new Headers({ cookie: `theme=dark; device=${value}` });

async function aUser(db: Db, id: string): Promise<string> {
  await db.insert(users).values({ id, name: id, email: `${id}@example.com`, emailVerified: true });
  return id;
}

dbTest("only a cookie signed by this site identifies a device", () => {
  const cookie = newDevice();
  expect(deviceHashIn(withCookie(cookie))).toMatch(/^[\w-]{43}$/);
  expect(deviceHashIn(withCookie(cookie))).not.toBe(deviceHashIn(withCookie(newDevice())));
  const [name, signature] = cookie.split(".");
  const forged = [name!, `${name}.`, `x${name}.${signature}`, `${name}.${signature}x`, ".", ""];
  for (const value of forged)
    expect({ value, device: deviceHashIn(withCookie(value)) }).toEqual({ value, device: null });
  expect(deviceHashIn(new Headers())).toBeNull();
});

dbTest("a device is known to its account by email and by phone number", async ({ db }) => {
  const [ada] = [await aUser(db, "ada"), await aUser(db, "eve")];
  const phone = "+61412345678";
  await db.insert(factors).values({ userId: ada, type: "phone", phone, verifiedAt: NOW });
  await rememberDevice(db, "laptop", ada, NOW);
  const asked = [
    { email: "ada@example.com" },
    { phone },
    { userId: ada },
    null,
    { email: "eve@example.com" },
    { phone: "+61499999999" },
    { userId: "eve" },
  ];
  const answers = await Promise.all(asked.map((account) => isKnownDevice(db, "laptop", account)));
  expect(answers).toEqual([true, true, true, true, false, false, false]);
  expect(await isKnownDevice(db, "another", null)).toBe(false);
});

dbTest("an unverified phone number makes no device known", async ({ db }) => {
  const ada = await aUser(db, "ada");
  await db.insert(factors).values({ userId: ada, type: "phone", phone: "+61412345678" });
  await rememberDevice(db, "laptop", ada, NOW);
  expect(await isKnownDevice(db, "laptop", { phone: "+61412345678" })).toBe(false);
});

dbTest(
  "a new password makes all other devices of that account unknown, and no other account's",
  async ({ db }) => {
    const [ada, eve] = [await aUser(db, "ada"), await aUser(db, "eve")];
    for (const [device, userId] of [
      ["laptop", ada],
      ["phone", ada],
      ["phone", eve],
    ] as const)
      await rememberDevice(db, device, userId, NOW);
    await deleteDevices(db, ada, "laptop");
    const left = await db
      .select({ device: devices.deviceHash, userId: devices.userId })
      .from(devices)
      .orderBy(devices.userId);
    expect(left).toEqual([
      { device: "laptop", userId: ada },
      { device: "phone", userId: eve },
    ]);
  },
);

dbTest("making an account owner again makes all its devices unknown", async ({ db }) => {
  await makeOwner(db, "ada@example.com", "a long enough one", NOW);
  const [ada] = await db.select().from(users);
  await rememberDevice(db, "laptop", ada!.id, NOW);
  await makeOwner(db, "ada@example.com", "a long enough one", NOW);
  expect(await isKnownDevice(db, "laptop", null)).toBe(false);
});

dbTest("a device becomes unknown a year after its last sign-in", async ({ db }) => {
  const ada = await aUser(db, "ada");
  const later = (ms: number) => new Date(NOW.getTime() + ms);
  await rememberDevice(db, "laptop", ada, NOW);
  await rememberDevice(db, "laptop", ada, later(1000));
  await deleteExpiredDevices(db, later(deviceMaxAge * 1000 + 1000));
  expect(await isKnownDevice(db, "laptop", null)).toBe(true);
  await deleteExpiredDevices(db, later(deviceMaxAge * 1000 + 1001));
  expect(await isKnownDevice(db, "laptop", null)).toBe(false);
});
