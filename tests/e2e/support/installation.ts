import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createSetupLink, makeOwner } from "#app/features/auth/owner.server.ts";
import { livePianoType } from "#app/features/quotes/pricing.ts";
import { openEmbeddedDatabase, preparedArchive, type Db } from "#app/server/database/db.server.ts";
import { contactMessages, quotes } from "#app/server/database/tables.server.ts";
import { postForm } from "#tests/support/request.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";
import { type Site, startSite, temporaryDataDir } from "#tests/support/site.ts";
import { type Schedulers, startSchedulers } from "#tests/fakes/schedulers.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";

/*
 * One built site with a mail server beside it. It holds its database while it runs, so whatever the
 * tests need stands in there before it starts; each test takes a quote of its own.
 */

export const e2eOwner = { email: "owner@desk.example", password: "a quiet recital room" };
const newOwner = "next.owner@desk.example";
export const from = { name: "Breath & Key", address: "hello@breath-and-key.example" };

/** An enquiry that waits for a quote. */
export const enquiry = {
  id: "5d1b0c7e-0000-4000-8000-0000000000e1",
  name: "Ines Garland",
  email: "ines@visitor.example",
  message:
    "Event Description: A garden wedding for sixty\nPiano Type: Not specified\nPhone: Not provided\nSuburb: Kew",
  event: {
    firstName: "Ines",
    lastName: "Garland",
    phone: "",
    suburb: "Kew",
    eventDescription: "A garden wedding for sixty",
    pianoType: "",
  },
};

export type PreparedQuote = {
  id: string;
  slug: string;
  clientName: string;
  clientEmail: string;
  link: string;
};

export type Installation = {
  site: Site;
  mail: MailServer;
  schedulers: Schedulers;
  /** A pending live piano quote for A$1,200 on 20 June 2030 that no other test has. */
  nextQuote: () => PreparedQuote;
  /** A link that makes a further owner; looking at it does not spend it. */
  setupLink: string;
  /** The owner's session, as cookies of the site. */
  ownerCookies: { name: string; value: string; url: string }[];
  close: () => Promise<void>;
};

const pendingQuotes = 45;

/** A site with rows, or one that has an owner and nothing else but what is prepared. */
export async function openInstallation(
  rows: "rows" | "no rows" = "rows",
  prepare: (db: Db) => Promise<void> = () => Promise.resolve(),
  settings: Record<string, string> = {},
  behaviours?: Parameters<typeof startSchedulers>[0],
): Promise<Installation> {
  const { dataDir, remove } = temporaryDataDir();
  const mail = await startMailServer();
  const schedulers = await startSchedulers(behaviours);
  unpackDatabase(dataDir);
  const { db, close } = await openEmbeddedDatabase(dataDir);
  await makeOwner(db, e2eOwner.email, e2eOwner.password);
  await liftSharedLimits((statement) => db.execute(sql.raw(statement)));
  const prepared = rows === "rows" ? await fill(db) : [];
  await prepare(db);
  const { pathname, search } = new URL(await createSetupLink(db, newOwner));
  await close();
  const site = await startSite(dataDir, {
    ...schedulers.settings,
    SMTP_URL: mail.url,
    OWNER_EMAIL: e2eOwner.email,
    MAIL_FROM: `${from.name} <${from.address}>`,
    // Sign-ins are limited by address; the tests stand behind one proxy, each with an address of its own.
    TRUST_PROXY: "1",
    ...settings,
  });
  return {
    site,
    mail,
    schedulers,
    nextQuote() {
      const quote = prepared.pop();
      if (!quote) throw new Error(`All ${pendingQuotes} prepared quotes are taken.`);
      return quote;
    },
    setupLink: pathname + search,
    ownerCookies: await signInCookies(site, e2eOwner),
    async close() {
      await site.stop();
      await mail.stop();
      await schedulers.stop();
      remove();
    },
  };
}

/** What a first start does with the build's archive takes PGlite three times as long. */
function unpackDatabase(dataDir: string): void {
  const folder = join(dataDir, "database");
  mkdirSync(folder, { mode: 0o700 });
  execFileSync("tar", ["-xzf", preparedArchive, "-C", folder], { stdio: "ignore" });
}

async function fill(db: Db): Promise<PreparedQuote[]> {
  await db.insert(contactMessages).values({
    name: "Piet Lindqvist",
    email: "piet@visitor.example",
    message: "Do you teach adults\nwho stopped playing at fourteen?",
  });
  await db.insert(contactMessages).values(enquiry);
  // As a row arrives from elsewhere: nothing but the columns that the specification names.
  const quote = {
    invoiceType: livePianoType,
    eventTitle: "Garden reception",
    eventDate: "2030-06-20",
    eventLocation: "The Orangery, Kew",
    preparedBy: "Imogen Hale",
    totalAmount: "1200.00",
  };
  await db.insert(quotes).values([
    {
      ...quote,
      clientName: "Tomas and Wren",
      clientEmail: "wren@client.example",
      totalAmount: "1550.00",
      acceptedAt: new Date("2026-03-10T02:00:00Z"),
      details: { selected_add_ons: { extraHour: true, rehearsal: false } },
    },
    {
      ...quote,
      clientName: "Wolfeschlegelsteinhausenbergerdorff and Daughters",
      clientEmail: "a.very.long.address.that.has.no.place.to.break@client.example",
      eventTitle: null,
      eventDate: null,
      acceptedAt: new Date("2026-03-09T02:00:00Z"),
    },
  ]);
  const pending = Array.from({ length: pendingQuotes }, (_, index) => ({
    ...quote,
    clientName: `Client ${index + 1}`,
    clientEmail: `client-${index + 1}@client.example`,
    slug: `slug-of-client-${index + 1}`,
  }));
  const stored = await db.insert(quotes).values(pending).returning();
  return stored.map(({ id, slug, clientName, clientEmail }) => ({
    id,
    slug: slug!,
    clientName,
    clientEmail,
    link: `/quotes/${slug}`,
  }));
}

/** Signs in as a browser without scripts does. */
async function signInCookies(
  { url }: Site,
  { email, password }: typeof e2eOwner,
): Promise<Installation["ownerCookies"]> {
  const { status, cookies, text } = await postForm(url, "/login", { email, password });
  if (status !== 302) throw new Error(`The owner could not sign in: ${status} ${text}`);
  return cookies.split("; ").map((cookie) => {
    const [name = "", ...value] = cookie.split("=");
    return { name, value: value.join("="), url };
  });
}
