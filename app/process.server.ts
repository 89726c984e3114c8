import { join } from "node:path";
import { createRequestHandler, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import { ensureFirstOwnerLink } from "#app/features/auth/setup-links.server.ts";
import { closeAuth, openAuth } from "#app/features/auth/auth.server.ts";
import { deleteExpiredDevices } from "#app/features/auth/devices.server.ts";
import { deleteExpiredCounters } from "#app/features/auth/counters.server.ts";
import { sendSignInMessage } from "#app/features/auth/messages.server.ts";
import { deliverEmail, failEmail } from "#app/features/email/delivery.server.ts";
import { sendEnquirySummary } from "#app/features/email/announce.server.tsx";
import { requeueEmails } from "#app/features/email/outbox.server.ts";
import { releaseHeldEmails } from "#app/features/email/unverified.server.ts";
import { requeueSubscribers } from "#app/features/newsletter/commands.server.ts";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { syncSubscriber } from "#app/features/newsletter/sync.server.ts";
import {
  deleteExpiredSignIns,
  deleteExpiredFiles,
  eraseExpiredRecords,
} from "#app/features/privacy/retention.server.ts";
import { forgetAllowances } from "#app/server/database/rate-limit.server.ts";
import { offerBackups } from "#app/server/backup/socket.server.ts";
import { writeBackup } from "#app/server/backup/write.server.ts";
import { type Database, openDatabase, useDatabase } from "#app/server/database/db.server.ts";
import { purgeDeletedRecords } from "#app/features/privacy/retention.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { expediteMisdatedJobs } from "#app/server/jobs/maintenance.server.ts";
import { closeQueue, openQueue, handleJobs } from "#app/server/jobs/queue.server.ts";
import { runScheduledTasks } from "#app/server/jobs/scheduled-tasks.server.ts";
import { createListener } from "#app/server/http/listener.server.ts";
import { log, allowPathSegments } from "#app/server/log.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import type { EmailTransport } from "#app/server/outbound/outgoing-email.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { openSmsTransport } from "#app/server/outbound/sms.server.ts";
import { deleteExpiredSubmissions } from "#app/features/intake/submission.server.ts";
import { readStaticFiles } from "#app/server/http/static-files.server.ts";
import { forwardRetryAfter } from "#app/server/http/retry-after.server.ts";

/*
 * The entry of the server's bundle: the framework's build and everything of ours in one module
 * graph, so that the database, the queue and the settings exist once.
 */

export * from "virtual:react-router/server-build";
export { log };

export const settings = getSettings();

allowPathSegments(Object.values(build.routes));
const mode = import.meta.env.PROD ? "production" : "development";
const handler = createRequestHandler(forwardRetryAfter(build as unknown as ServerBuild), mode);
const files = import.meta.env.PROD
  ? readStaticFiles(join(import.meta.dirname, "../client"), settings.SITE_URL)
  : new Map<string, never>();

export const listener = createListener({ settings, files, handler });

let database: Database | null = null;
let mail: EmailTransport | null = null;
let stopHousekeeping = async () => {};
let stopReleasing = async () => {};
let stopBackups = async () => {};

/** Opens what requests and jobs need. Answers with the one-time link that makes the first owner while there is none. */
export async function open(): Promise<{ firstOwnerLink: string | null }> {
  database = await openDatabase(settings);
  useDatabase(database);
  await openQueue(database);
  openAuth(database, settings);
  const { db, background } = database;
  mail = openEmailTransport(settings);
  const out = mail;
  await handleJobs("letters", ({ letterId }) => deliverEmail(db, out, letterId));
  // Without a key subscribers stay here, and what was meant for Mailchimp before the key went waits for another.
  const mailchimp = openMailchimp(settings);
  if (mailchimp)
    await handleJobs("subscribers", ({ subscriberId }) =>
      syncSubscriber(db, mailchimp, subscriberId, settings),
    );
  if (mailchimp)
    await handleJobs("forgotten-members", ({ memberHash }) => mailchimp.forget(memberHash));
  const chores = [
    expediteMisdatedJobs,
    requeueEmails,
    requeueSubscribers,
    purgeDeletedRecords,
    forgetAllowances,
    deleteExpiredSubmissions,
    eraseExpiredRecords,
    deleteExpiredSignIns,
    deleteExpiredCounters,
    deleteExpiredDevices,
  ];
  stopHousekeeping = await runScheduledTasks([
    ...chores.map((chore) => async () => void (await chore(background, new Date()))),
    () => deleteExpiredFiles(settings.DATA_DIR),
  ]);
  stopReleasing = await runScheduledTasks(
    [() => sendEnquirySummary(background), () => releaseHeldEmails(background)],
    10_000,
  );
  const texts = openSmsTransport(settings);
  await handleJobs("sign-in", (message) => sendSignInMessage(db, texts, message));
  await handleJobs("dead-letters", ({ letterId }) => failEmail(db, letterId));
  if (database.source.kind === "embedded") {
    const secret = installationSecret(settings);
    stopBackups = await offerBackups(settings.DATA_DIR, (file) =>
      writeBackup(db, { secret, madeAt: new Date().toISOString() }, file),
    );
  }
  return { firstOwnerLink: await ensureFirstOwnerLink(db) };
}

/** Hands back the jobs and closes everything; requests must have ended before. */
export async function close(): Promise<void> {
  await stopHousekeeping();
  await stopReleasing();
  await stopBackups();
  await closeQueue();
  mail?.close();
  closeAuth();
  useDatabase(null);
  await database?.close();
}
