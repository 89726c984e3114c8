import { href } from "react-router";
import { min, sql } from "drizzle-orm";
import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { unannouncedEnquiries } from "#app/server/database/tables.server.ts";
import { inWords } from "#app/values/wording.ts";
import { EmailLayout } from "./email-layout.tsx";
import { Action, type EmailFact, Facts, Heading, Text } from "./email-parts.tsx";
import { type NewEmail, queueEmails } from "./outbox.server.ts";
import { ownerEmail } from "./owner.server.ts";

/*
 * The owner gets an email about each enquiry, and during a flood one summary every ten minutes.
 * Every enquiry is in exactly one of these emails.
 */

const minute = 60_000;

/** A busy evening brings some thirty enquiries. */
export const announcementLimit: RateLimit = { burst: 60, interval: 2 * minute };

/** How long the first enquiry without an email of its own waits for the summary, in milliseconds. */
const summaryAfter = 10 * minute;

type Enquiry = typeof unannouncedEnquiries.$inferInsert.kind;

/** Beyond the limit `email` is not even rendered: the enquiry goes into the next summary. */
export async function announceToOwner(
  tx: Db,
  kind: Enquiry,
  email: () => NewEmail,
  now: Date,
): Promise<void> {
  const wait = await consume(tx, "announcements of enquiries", announcementLimit, now);
  if (wait === null) await queueEmails(tx, email());
  else await tx.insert(unannouncedEnquiries).values({ kind, at: now });
}

/** Any number will do, as long as all processes take the same. */
const summaryLock = 7_240_033;

export async function sendEnquirySummary(db: Db, now = new Date()): Promise<void> {
  if (!(await isDue(db, now))) return;
  await db.transaction(async (tx) => {
    const [lock] = await rowsOf<{ mine: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${summaryLock}) as mine`,
    );
    // Another process may have sent it since the first check.
    if (!lock!.mine || !(await isDue(tx, now))) return;
    const summarised = await tx.delete(unannouncedEnquiries).returning();
    const first = Math.min(...summarised.map(({ at }) => at.getTime()));
    const subject = `${newEnquiries(summarised.length)} in the last ${time(now.getTime() - first)}`;
    await queueEmails(tx, {
      kind: "enquiry-summary",
      recipient: ownerEmail(),
      subject,
      body: summaryEmail(
        subject,
        summarised.map(({ kind }) => kind),
      ),
    });
  });
}

/** An enquiry in the future was stored by a clock that ran ahead. */
async function isDue(db: Db, now: Date): Promise<boolean> {
  const [oldest] = await db.select({ at: min(unannouncedEnquiries.at) }).from(unannouncedEnquiries);
  return oldest?.at != null && Math.abs(now.getTime() - oldest.at.getTime()) >= summaryAfter;
}

function newEnquiries(count: number): string {
  return count === 1 ? "1 new enquiry" : `${count} new enquiries`;
}

/** `ten minutes`; hours when the site has been away. */
function time(milliseconds: number): string {
  const minutes = Math.max(Math.round(milliseconds / minute), 10);
  if (minutes < 120) return `${inWords(minutes)} minutes`;
  return `${inWords(Math.ceil(minutes / 60))} hours`;
}

const names: Record<Enquiry, string> = {
  message: "Messages",
  event: "Live piano enquiries",
  ameb: "AMEB enquiries",
};

function summaryEmail(subject: string, kinds: readonly Enquiry[]) {
  const count = (kind: Enquiry) => kinds.filter((other) => other === kind).length;
  const counted = Object.entries(names) as [Enquiry, string][];
  const facts = counted.map(([kind, name]): EmailFact => [name, String(count(kind))]);
  return (
    <EmailLayout preview="It's busy, so here they are in one email.">
      <Heading>{subject}</Heading>
      <Text>
        More enquiries than usual came in, so here they are in one email. Every one is saved:
        messages and live piano enquiries in your inbox, AMEB enquiries with your AMEB bookings.
      </Text>
      <Facts facts={facts.filter(([, value]) => value !== "0")} />
      <Action
        href={absoluteUrl(href("/admin/inbox"))}
        also={{ href: absoluteUrl(href("/admin/ameb-bookings")), label: "Open the AMEB bookings" }}
      >
        Open the inbox
      </Action>
    </EmailLayout>
  );
}
