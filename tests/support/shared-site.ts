import { test as base } from "vitest";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { type SmsServer, startSmsServer } from "#tests/fakes/twilio.ts";
import { addOwner, signInForCookies } from "./owners.ts";
import { type Site, startSite } from "./site.ts";
import { AUTH_SECRET, createStore, type Query, type TestStore } from "./store.ts";

/*
 * One built site for all test files of a worker, which takes each of them as a new one. A file that
 * needs other settings, stops the site or reads its whole output starts one of its own.
 */

export type SharedSite = {
  site: Site;
  store: TestStore;
  mail: MailServer;
  texts: SmsServer;
  /** The session of the owner, owner@example.com, as a Cookie header. */
  owner: string;
  /** The session of stranger@example.com, who is no administrator. */
  stranger: string;
};

export const siteOwner = "owner@example.com";
const strangerEmail = "stranger@example.com";
/** May sign up, or may become administrators with their next sign-in. */
export const listedEmails = {
  invited: "invited@example.com",
  listed: "listed@example.com",
  unverified: "unverified@example.com",
};

/** For the hooks of a file: `sharedSiteTest.beforeAll(({ shared }) => …)`. */
export const sharedSiteTest = base.extend<{
  $worker: { running: SharedSite };
  $file: { shared: SharedSite; neighbour: Site };
}>({
  running: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const { close, ...running } = await startOwnedSite();
      await running.store.withConnection(keepAsNew);
      await use(running);
      await close();
    },
    { scope: "worker" },
  ],
  shared: [
    async ({ running }, use) => {
      await running.store.withConnection(renew);
      running.mail.emails.length = 0;
      running.mail.respondWith(null);
      running.texts.texts.length = 0;
      running.texts.refuseWith(null);
      await use(running);
    },
    { scope: "file" },
  ],
  /** Another process on the same PostgreSQL database. */
  neighbour: [
    async ({ shared }, use) => {
      const neighbour = await startSite(shared.store.dataDir, settingsOf(shared));
      await use(neighbour);
      await neighbour.kill();
    },
    { scope: "file" },
  ],
});

/** A site with its owner and a stranger, both signed in. */
export async function startOwnedSite(): Promise<SharedSite & { close: () => Promise<void> }> {
  const store = await createStore();
  const [mail, texts] = await Promise.all([startMailServer(), startSmsServer()]);
  await addOwner(store, siteOwner);
  await addOwner(store, strangerEmail);
  const site = await startSite(store.dataDir, settingsOf({ store, mail, texts }));
  const owner = await signInForCookies(site, siteOwner);
  const stranger = await signInForCookies(site, strangerEmail);
  await store.query("update users set role = 'user' where email = $1", [strangerEmail]);
  const close = async () => {
    await site.kill();
    await Promise.all([mail.stop(), texts.stop()]);
    store.remove();
  };
  return { site, store, mail, texts, owner, stranger, close };
}

const settingsOf = ({ store, mail, texts }: Pick<SharedSite, "store" | "mail" | "texts">) => ({
  ...store.settings,
  ...texts.settings,
  AUTH_SECRET,
  SMTP_URL: mail.url,
  OWNER_EMAIL: siteOwner,
  ADMIN_EMAILS: Object.values(listedEmails).join(", "),
  LOG_LEVEL: "debug",
  TRUST_PROXY: "1",
  // Days are Melbourne's, wherever the server is.
  TZ: "America/New_York",
});

/** In a new site, beside the tables that are empty. */
const filled = ["users", "accounts", "sessions", "services", "opening_hours"];

async function keepAsNew(query: Query): Promise<void> {
  await query("create schema new_site");
  for (const table of filled)
    await query(`create table new_site.${table} as table public.${table}`);
  await query(`create table new_site.constraints as
    select conrelid::regclass as of_table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace`);
}

async function renew(query: Query): Promise<void> {
  // What is being done is finished first: it would send its email to the next file.
  do await query("delete from pgboss.job where state <> 'active'");
  while ((await query("select 1 from pgboss.job where state = 'active' limit 1")).length > 0);
  await query(`do $$ declare one record; begin
    -- Neither references nor the triggers of tables that only grow are looked at.
    perform set_config('session_replication_role', 'replica', true);
    for one in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', one.name);
    end loop;
    ${filled.map((table) => `insert into public.${table} select * from new_site.${table};`).join(" ")}
    for one in select * from new_site.constraints where not exists (select 1 from pg_constraint
        where conrelid = of_table and conname = name) loop
      execute format('alter table %s add constraint %I %s', one.of_table, one.name, one.definition);
    end loop;
  end $$`);
}
