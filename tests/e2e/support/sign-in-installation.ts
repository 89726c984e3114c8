import { makeOwner } from "#app/features/auth/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { startOpenIdServer } from "#tests/fakes/openid.ts";
import { freePort } from "#tests/support/postgres.ts";
import { startSmsServer } from "#tests/fakes/twilio.ts";
import { testOn } from "./fixtures.ts";
import { openInstallation } from "./installation.ts";

/* A site with fakes of mail, text messages and Google. Each test has an owner of its own. */

export const ownerPassword = "a quiet recital room";

async function openSignInSite() {
  const PORT = String(await freePort());
  const [texts, google] = await Promise.all([
    startSmsServer(),
    startOpenIdServer(`http://localhost:${PORT}`),
  ]);
  const owners = Array.from({ length: 4 }, (_, index) => `owner-${index + 1}@admin.example`);
  const prepare = async (db: Db) => {
    for (const owner of owners) await makeOwner(db, owner, ownerPassword);
  };
  const installation = await openInstallation("no rows", prepare, {
    ...texts.settings,
    ...google.settings,
    PORT,
    ADMIN_EMAILS: "invited@admin.example",
  });
  return {
    ...installation,
    google,
    takeOwner: () => owners.pop()!,
    async close() {
      await installation.close();
      await Promise.all([texts.stop(), google.stop()]);
    },
  };
}

export const signInTest = testOn(openSignInSite).extend<{ owner: string; known: void }>({
  known: [
    async ({ installation, guard }, use) => {
      guard.allow(installation.google.url);
      await use();
    },
    { auto: true },
  ],
  owner: async ({ installation }, use) => use(installation.takeOwner()),
});
