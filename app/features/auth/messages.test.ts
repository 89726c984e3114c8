import { expect } from "vitest";
import type { Texts } from "#app/server/sms.server.ts";
import { factors, letters, users } from "#app/server/tables.server.ts";
import { test } from "#tests/db.ts";
import { NOW } from "#tests/factories.ts";
import { sendSignInMessage } from "./messages.server.ts";

const phone = "+61412345678";

for (const state of ["captured", "sent"] as const) {
  test(`a code that was ${state} by text message is noted among the letters, and ${state === "sent" ? "not kept" : "kept to be read there"}`, async ({ db }) => {
    await db.insert(users).values({ id: "ada", name: "Ada", email: "ada@example.com" });
    await db.insert(factors).values({ userId: "ada", type: "phone", phone, verifiedAt: NOW });
    const out: string[] = [];
    const texts: Texts = { send: async (to, body) => (out.push(`${to} ${body}`), state) };
    await sendSignInMessage(db, texts, { kind: "text-code", phone });
    await sendSignInMessage(db, texts, { kind: "text-code", phone: "+61499999999" });
    expect(out).toEqual([expect.stringMatching(/^\+61412345678 \d{6} is your code/)]);
    const [noted, ...others] = await db.select().from(letters);
    expect(noted).toMatchObject({ kind: "text-message", recipient: phone, state });
    expect(/\d{6}/.test(noted!.text)).toBe(state === "captured");
    expect(others).toEqual([]);
  });
}
