import { makeOwner } from "#app/features/auth/owner.server.ts";
import { openEmbeddedDatabase, preparedArchive } from "#app/server/database/db.server.ts";
import { type OpenIdServer, startOpenIdServer } from "#tests/fakes/openid.ts";
import { freePort } from "#tests/support/postgres.ts";
import { type Site, startSite, temporaryDataDir } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { startSmsServer, type SmsServer } from "#tests/fakes/twilio.ts";
import { test as base } from "./fixtures.ts";

/* A site with fakes of mail, text messages and Google. Each test has an owner of its own. */

export const ownerPassword = "a quiet recital room";

export type SignInInstallation = {
  site: Site;
  mail: MailServer;
  texts: SmsServer;
  google: OpenIdServer;
  takeOwner: () => string;
  takeInvited: () => string;
};

async function open(): Promise<SignInInstallation & { close: () => Promise<void> }> {
  const { dataDir, remove } = temporaryDataDir();
  const PORT = String(await freePort());
  const [mail, texts, google] = await Promise.all([
    startMailServer(),
    startSmsServer(),
    startOpenIdServer(`http://localhost:${PORT}`),
  ]);
  const owners = Array.from({ length: 12 }, (_, index) => `owner-${index + 1}@admin.example`);
  const invited = Array.from({ length: 4 }, (_, index) => `invited-${index + 1}@admin.example`);
  const { db, close } = await openEmbeddedDatabase(dataDir, preparedArchive);
  for (const owner of owners) await makeOwner(db, owner, ownerPassword);
  await close();
  const site = await startSite(dataDir, {
    ...texts.settings,
    ...google.settings,
    PORT,
    SMTP_URL: mail.url,
    ADMIN_EMAILS: invited.join(),
    TRUST_PROXY: "1",
  });
  return {
    site,
    mail,
    texts,
    google,
    takeOwner: () => owners.pop()!,
    takeInvited: () => invited.pop()!,
    async close() {
      await site.stop();
      await Promise.all([mail.stop(), texts.stop(), google.stop()]);
      remove();
    },
  };
}

export const signInTest = base.extend<
  { owner: string; known: void },
  { signInSite: SignInInstallation }
>({
  signInSite: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const { close, ...opened } = await open();
      await use(opened);
      await close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ signInSite }, use) => use(signInSite.site.url),
  known: [
    async ({ signInSite, guard }, use) => {
      for (const { url } of [signInSite.site, signInSite.google]) guard.allow(url);
      await use();
    },
    { auto: true },
  ],
  owner: async ({ signInSite }, use) => use(signInSite.takeOwner()),
});
