import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { useDatabase } from "#app/server/database/db.server.ts";
import { factors, sessions, users } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { closeAuth, handleAuthRequest, openAuth } from "./auth.server.ts";
import { makeOwner } from "./owner.server.ts";
import { callAuth } from "./session.server.ts";

/* A page's form and a request to /api/auth pass the same rules, on the same counters. */

const owner = "owner@example.com";
const password = "a password for the tests";

const test = dbTest.extend<{ $test: { owner: void } }>({
  owner: [
    async ({ db, database }, use) => {
      useDatabase(database);
      openAuth(database, getSettings());
      await makeOwner(db, owner, password);
      await use();
      closeAuth();
      useDatabase(null);
    },
    { auto: true },
  ],
});

const requestTo = (path: string, cookie = "", body?: object) =>
  new Request(new URL(path, getSettings().SITE_URL), {
    method: "POST",
    headers: {
      [clientIpHeader]: "192.0.2.1",
      ...(cookie && { cookie }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const page = (cookie?: string) => requestTo("/login", cookie);
const api = (path: string, body: object, cookie?: string) =>
  handleAuthRequest(requestTo(`/api/auth${path}`, cookie, body));

const signIn = (given = password) =>
  callAuth(page(), (auth, call) =>
    auth.signInEmail({ ...call, body: { email: owner, password: given } }),
  );

async function signedIn(): Promise<string> {
  const { headers } = await signIn();
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

test("wrong passwords of a page and of the API count together", async () => {
  const wrong = { email: owner, password: "not the password" };
  for (let turn = 0; turn < 5; turn++) {
    expect(await signIn(wrong.password)).toMatchObject({ ok: false, status: 401 });
    expect((await api("/sign-in/email", wrong)).status).toBe(401);
  }
  expect(await signIn()).toMatchObject({ ok: false, status: 429, code: "limit" });
  expect((await api("/sign-in/email", { email: owner, password })).status).toBe(429);
});

const askForLink = {
  magicLink: (email: string) =>
    callAuth(page(), (auth, call) => auth.sendMagicLink({ ...call, body: { email } })),
  recovery: (email: string) =>
    callAuth(page(), (auth, call) => auth.requestPasswordReset({ ...call, body: { email } })),
};
const linkKinds = ["magicLink", "recovery"] as const;

test("links asked for by a page and by the API count together", async () => {
  const paths = { magicLink: "/sign-in/magic-link", recovery: "/request-password-reset" } as const;
  for (const kind of linkKinds) {
    const path = paths[kind];
    const request = () => askForLink[kind](owner);
    for (let turn = 0; turn < 10; turn++) {
      expect(await request()).toMatchObject({ ok: true });
      expect((await api(path, { email: owner })).status).toBe(200);
    }
    expect(await request()).toMatchObject({ ok: false, status: 429 });
    expect((await api(path, { email: owner })).status).toBe(429);
  }
});

test("a page's request for a link answers the same for an email address without an account", async () => {
  for (const kind of linkKinds) {
    const answers = [owner, "nobody@example.com"].map(askForLink[kind]);
    const [known, unknown] = await Promise.all(answers);
    expect(unknown).toEqual(known);
  }
});

const changes = (cookie?: string) => {
  const body = { currentPassword: password, newPassword: "another password of hers" };
  const params = { id: "5b0f3b9e-8f0e-4d0c-9d0e-0a4b1c2d3e4f" };
  return {
    enrol: callAuth(page(cookie), (auth, call) =>
      auth.enrolFactor({ ...call, body: { type: "totp" } }),
    ),
    remove: callAuth(page(cookie), (auth, call) => auth.removeFactor({ ...call, params })),
    recoveryCodes: callAuth(page(cookie), (auth, call) => auth.renewRecoveryCodes(call)),
    password: callAuth(page(cookie), (auth, call) => auth.changePassword({ ...call, body })),
    reauthenticate: callAuth(page(cookie), (auth, call) =>
      auth.reauthenticate({ ...call, body: { password } }),
    ),
  };
};

test("what changes an account needs a session", async () => {
  for (const outcome of Object.values(changes()))
    expect(await outcome).toMatchObject({ ok: false, status: 401 });
});

test("a page changes nothing before the second factor was shown", async ({ db }) => {
  const cookie = await signedIn();
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, owner));
  await db
    .insert(factors)
    .values({ userId: user!.id, type: "phone", phone: "+61412345678", verifiedAt: new Date() });
  for (const outcome of Object.values(changes(cookie)))
    expect(await outcome).toMatchObject({ ok: false, status: 403, code: "AAL2_REQUIRED" });
});

test("a page changes no second factor in a session that was left open", async ({ db }) => {
  const cookie = await signedIn();
  await db.update(sessions).set({ createdAt: new Date(Date.now() - 11 * 60_000) });
  const { enrol, recoveryCodes } = changes(cookie);
  for (const outcome of [enrol, recoveryCodes])
    expect(await outcome).toMatchObject({ ok: false, status: 403, code: "FRESH_SIGN_IN_REQUIRED" });
});
