import { desc, eq, sql } from "drizzle-orm";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, siteSetup } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import {
  isSetupStep,
  type SetupStep,
  setupStepNames,
  type StepState,
  type StepStates,
} from "./model.ts";

export async function getSteps(db: Db, _by: Administrator): Promise<StepStates> {
  const [row] = await db.select({ steps: siteSetup.steps }).from(siteSetup);
  const known = Object.entries(row?.steps ?? {}).filter(([step]) => isSetupStep(step));
  return Object.fromEntries(known) as StepStates;
}

/** Kept beside the steps: whether the site has been ready to go live, or she wants to hear no more of it. */
const launch = "launch";

export async function isLaunched(db: Db): Promise<boolean> {
  const [row] = await db.select({ steps: siteSetup.steps }).from(siteSetup);
  return Object.hasOwn(row?.steps ?? {}, launch);
}

export const settleLaunch = (db: Db, _by: Owner) => settle(db, { [launch]: "done" });

/** Merged by the database: two tabs may settle two steps at once. */
async function settle(db: Db, steps: Readonly<Record<string, StepState>>): Promise<void> {
  const set = { steps: sql`${siteSetup.steps} || excluded.steps` };
  await db.insert(siteSetup).values({ steps }).onConflictDoUpdate({ target: siteSetup.id, set });
}

export const settleStep = (db: Db, _by: Owner, step: SetupStep, state: StepState) =>
  settle(db, { [step]: state });

/** Leaves those that are done. */
export async function skipOpenSteps(db: Db, _by: Owner): Promise<void> {
  const steps = Object.fromEntries([...setupStepNames, launch].map((step) => [step, "skipped"]));
  const set = { steps: sql`excluded.steps || ${siteSetup.steps}` };
  await db.insert(siteSetup).values({ steps }).onConflictDoUpdate({ target: siteSetup.id, set });
}

const kind = "test-email";

export function sendTestEmail(db: Db, _by: Owner): Promise<void> {
  const { brand } = content().site;
  const body = (
    <EmailLayout preview="It arrived, so your clients' emails will too." signed>
      <Heading>It works</Heading>
      <Text>
        This is how your emails look. If it landed in your spam folder, the records of your domain
        need a look: the set-up says which.
      </Text>
      <Action href={absoluteUrl(href("/admin/start"))}>Go on with the set-up</Action>
    </EmailLayout>
  );
  const subject = `Test email: ${brand}`;
  return db.transaction((tx) => queueEmails(tx, { kind, recipient: ownerEmail(), subject, body }));
}

export async function getTestEmail(db: Db, _by: Administrator) {
  const { id, recipient, state, createdAt } = emails;
  const [last] = await db
    .select({ id, recipient, state, at: createdAt })
    .from(emails)
    .where(eq(emails.kind, kind))
    .orderBy(desc(createdAt))
    .limit(1);
  return last ?? null;
}
