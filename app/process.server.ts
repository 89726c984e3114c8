import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  createRequestHandler,
  type HeadersFunction,
  href,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import * as build from "virtual:react-router/server-build";
import { startContent } from "#app/content/state.server.ts";
import { nonceContext } from "#app/document/rendered-page.server.ts";
import { ensureFirstOwnerLink } from "#app/features/auth/owner.server.ts";
import { closeAuth, openAuth } from "#app/features/auth/auth.server.ts";
import { getSignedIn, administratorOf } from "#app/features/auth/session.server.ts";
import { deleteExpiredCounters } from "#app/features/auth/limits.server.ts";
import { deleteExpiredDevices } from "#app/features/auth/sessions.server.ts";
import { deleteWaitingFiles } from "#app/features/imports/commands.server.ts";
import { sendSignInMessage } from "#app/features/auth/messages.server.ts";
import { followBookings } from "#app/features/ameb/diary.server.ts";
import { examReminders, planMissingReminders } from "#app/features/ameb/reminders.server.tsx";
import { deleteExpiredMusic, receiveMusic } from "#app/features/ameb/music.server.tsx";
import { endCardPage } from "#app/features/cards/checkout.server.ts";
import { openStripe } from "#app/features/cards/stripe.server.ts";
import { followCalendars } from "#app/features/calendars/refresh.server.ts";
import { finishAppointments } from "#app/features/appointments/finish.server.ts";
import { appointmentReminders } from "#app/features/diary/reminders.server.ts";
import { invoiceSessions } from "#app/features/appointments/session-invoices.server.ts";
import { confirmationPdfs } from "#app/features/quotes/pdf.server.ts";
import { deliverEmail, failEmail, withTextMessages } from "#app/features/email/delivery.server.ts";
import { sendEnquirySummary, releaseHeldEmails } from "#app/features/email/throttle.server.tsx";
import { requeueEmails } from "#app/features/email/outbox.server.ts";
import { requeueSubscribers, syncSubscriber } from "#app/features/newsletter/commands.server.tsx";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { sendMailings, waitForSlot } from "#app/features/newsletter/sending.server.ts";
import {
  deleteExpiredFiles,
  deleteExpiredSignIns,
  eraseExpiredRecords,
  purgeDeletedRecords,
} from "#app/features/privacy/retention.server.ts";
import {
  catchUpInTurn,
  showPublicWords,
  followPublications,
} from "#app/features/site-publishing/published.server.ts";
import {
  useDevelopmentRenderer,
  useSiteHost,
} from "#app/features/site-publishing/renderer.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import { quoteReminders } from "#app/features/quotes/sending.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import { tellWaiting } from "#app/features/waiting/commands.server.tsx";
import { ensureServices } from "#app/features/services/service-commands.server.ts";
import {
  deleteUnusedPictures,
  requeuePictures,
  failPicture,
  renderPicture,
} from "#app/features/site-pictures/commands.server.ts";
import { receivePicture } from "#app/features/site-pictures/upload.server.ts";
import { deleteFullRateLimits } from "#app/server/database/rate-limit.server.ts";
import { offerBackups } from "#app/server/backup/socket.server.ts";
import { backUpBeforeUpdate } from "#app/server/backup/update.server.ts";
import { writeBackup } from "#app/server/backup/write.server.ts";
import { type Database, getDb, openDatabase, useDatabase } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { expediteMisdatedJobs, runScheduledTasks } from "#app/server/jobs/maintenance.server.ts";
import { closeQueue, openQueue, handleJobs, wakeWorkers } from "#app/server/jobs/queue.server.ts";
import { importLimit, uploadLimit } from "#app/server/http/gate.server.ts";
import { createListener } from "#app/server/http/listener.server.ts";
import { stopTaskProcesses } from "#app/server/task-process.server.ts";
import { log, allowPathSegments } from "#app/server/log.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import type { EmailTransport } from "#app/server/outbound/outgoing-email.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { openSmsTransport } from "#app/server/outbound/sms.server.ts";
import { deleteExpiredSubmissions } from "#app/features/intake/submission.server.ts";
import { readStaticFiles, type StaticFiles } from "#app/server/http/static-files.server.ts";

/* The bundle's entry: one module graph of build and server, so that database, queue and settings exist once. */

export * from "virtual:react-router/server-build";
export { log };

export const settings = getSettings();

startContent();
allowPathSegments(Object.values(build.routes));
const mode = import.meta.env.PROD ? "production" : "development";
const whole = withRetryAfter(build as unknown as ServerBuild);
const handleAny = createRequestHandler(whole, mode);
/** The router tries one route after the other, twice for a page: here those that begin as the path does. */
const byBeginning = Map.groupBy(Object.entries(whole.routes), ([id]) => beginningOf(id));
const handlers = new Map(
  [...byBeginning].map(([beginning, own]) => {
    const routes = Object.fromEntries([...byBeginning.get("")!, ...own]);
    return [beginning, createRequestHandler({ ...whole, routes }, mode)];
  }),
);
const handleRequest = (request: Request, context: RouterContextProvider) => {
  const [first = ""] = new URL(request.url).pathname.slice(1).toLowerCase().split("/", 1);
  const handle = handlers.get(first.replace(/\.data$/, "")) ?? handlers.get("")!;
  // The router decodes escapes.
  return (first.includes("%") ? handleAny : handle)(request, context);
};
const handler = (request: Request) => {
  const nonce = randomBytes(16).toString("base64");
  return handleRequest(request, new RouterContextProvider(new Map([[nonceContext, nonce]])));
};
const client = join(import.meta.dirname, "../client");
const builtFiles: StaticFiles = import.meta.env.PROD
  ? readStaticFiles(client, settings.SITE_URL)
  : new Map();
let files = builtFiles;

export const listener = createListener({
  settings,
  files: () => files,
  handler,
  uploads: [
    { path: href("/admin/money/import"), isAllowed: isByAdministrator, limit: uploadLimit },
    { path: href("/admin/import"), isAllowed: isByAdministrator, limit: importLimit },
    { path: href("/admin/site/cv"), isAllowed: isByAdministrator, limit: importLimit },
    {
      path: href("/admin/site/pictures"),
      stream: (request, body) =>
        receivePicture(request, body, { db: getDb(), dataDir: settings.DATA_DIR }),
    },
    {
      path: new RegExp(`^${href("/exams/:token", { token: "-" }).replace("-", "[^/]+")}$`),
      stream: (request, body) =>
        receiveMusic(request, body, { db: getDb(), dataDir: settings.DATA_DIR }),
    },
  ],
});

// Without a nonce, as the build renders.
const render = (request: Request) => handleRequest(request, new RouterContextProvider());
/** In development every page is rendered for its request. */
if (!import.meta.env.PROD) useDevelopmentRenderer(render);
else
  useSiteHost({
    siteUrl: settings.SITE_URL,
    render,
    builtPage: (path) => readFileSync(join(client, path, "index.html"), "utf8"),
    serve: (prepared) => void (files = new Map([...builtFiles, ...prepared])),
    keptPages: join(settings.DATA_DIR, "pages"),
  });

let resources = new AsyncDisposableStack();

/** The link makes the first owner while there is none. The tasks begin once the server listens. */
export async function open(): Promise<{ firstOwnerLink: string | null; startTasks: () => void }> {
  // When one resource fails to open, those before it are closed again.
  await using opening = new AsyncDisposableStack();
  const opened = await openDatabase(settings, undefined, undefined, (db) =>
    backUpBeforeUpdate(db, settings),
  );
  const database = opening.adopt(opened, (it) => it.close());
  useDatabase(database);
  opening.defer(() => useDatabase(null));
  await ensureServices(database.db);
  await showPublicWords(database.db);
  const showing = catchUpInTurn(database.db);
  openAuth(database, settings);
  opening.defer(closeAuth);
  const emailTransport = opening.adopt(openEmailTransport(settings), (it) => it.close());
  await openQueue(database);
  opening.defer(closeQueue);
  await handleQueuedJobs(database, emailTransport);
  // Before the queue: it would wait for a picture, which begins again with the next start.
  opening.defer(stopTaskProcesses);
  opening.defer(followCalendars(database.background));
  if (database.source.kind === "embedded") opening.defer(await serveBackups(database));
  await showing;
  opening.defer(followPublications(database.db));
  const firstOwnerLink = await ensureFirstOwnerLink(database.db);
  resources = opening.move();
  const startTasks = () => {
    resources.defer(runScheduledTasks(hourlyTasks(database)));
    resources.defer(runScheduledTasks(frequentTasks(database), 10_000));
    resources.defer(runScheduledTasks([() => wakeWorkers(database.background)], 1_000));
    resources.defer(runScheduledTasks([() => tellWaiting(database.background)], 60_000));
    setTimeout(shrinkHeap, 5_000).unref();
  };
  return { firstOwnerLink, startTasks };
}

/** The start leaves the young generation large; at rest minutes pass until it is collected. Takes 3 to 12 ms. */
function shrinkHeap(): void {
  try {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
    collect({ type: "minor" });
  } catch (error) {
    log.warn({ err: error }, "the heap is not collected after the start");
  }
}

/** Requests must have ended before. Unfinished jobs return to their queue. */
export async function close(): Promise<void> {
  await resources.disposeAsync();
}

async function handleQueuedJobs({ db }: Database, emailTransport: EmailTransport): Promise<void> {
  const smsTransport = openSmsTransport(settings);
  const transport = withTextMessages(emailTransport, smsTransport);
  await handleJobs("letters", ({ letterId }) =>
    deliverEmail(db, transport, letterId, undefined, undefined, confirmationPdfs),
  );
  let earlier = Promise.resolve();
  await handleJobs("newsletters", ({ letterId }) => {
    // One after the other, so that a kill repeats at most one. The queue takes several, since it
    // would pause for a second between single ones.
    const previous = earlier;
    const deliver = async () => {
      await previous;
      await waitForSlot(db, letterId);
      await deliverEmail(db, transport, letterId);
    };
    const delivery = deliver();
    earlier = delivery.catch(() => {});
    return delivery;
  });
  await handleJobs("dead-letters", ({ letterId }) => failEmail(db, letterId));
  await handleJobs("sign-in", (message) => sendSignInMessage(db, smsTransport, message));
  await handleJobs("pictures", ({ pictureId }) => renderPicture(db, pictureId), 1);
  await handleJobs("dead-pictures", ({ pictureId }) => failPicture(db, pictureId));
  const stripe = await openStripe(settings);
  if (stripe) await handleJobs("card-pages", ({ sessionId }) => endCardPage(stripe, sessionId));
  const mailchimp = openMailchimp(settings);
  // Jobs from before the key was removed wait for another one.
  if (!mailchimp) return;
  await handleJobs("subscribers", ({ subscriberId }) =>
    syncSubscriber(db, mailchimp, subscriberId, settings),
  );
  await handleJobs("forgotten-members", ({ memberHash }) => mailchimp.deleteMember(memberHash));
}

/** Empty for a route that stands under any, such as the page of paths that lead nowhere. */
function beginningOf(id = ""): string {
  const { path = "", parentId } = whole.routes[id] ?? {};
  return (parentId && beginningOf(parentId)) || path.split(/[/:*]/, 1)[0]!.toLowerCase();
}

async function isByAdministrator(request: Request): Promise<boolean> {
  const signedIn = await getSignedIn(request);
  return signedIn !== null && administratorOf(signedIn)?.role === "owner";
}

function hourlyTasks({ background }: Database) {
  const tasks = [
    expediteMisdatedJobs,
    requeueEmails,
    requeueSubscribers,
    requeuePictures,
    deleteUnusedPictures,
    deleteExpiredMusic,
    purgeDeletedRecords,
    deleteFullRateLimits,
    deleteExpiredSubmissions,
    eraseExpiredRecords,
    deleteExpiredSignIns,
    deleteExpiredCounters,
    deleteExpiredDevices,
    deleteWaitingFiles,
    followQuotes,
    followBookings,
    planMissingReminders,
    finishAppointments,
    invoiceSessions,
  ];
  return [
    ...tasks.map((task) => () => task(background, new Date())),
    () => deleteExpiredFiles(settings.DATA_DIR),
  ];
}

function frequentTasks({ background }: Database) {
  const reminders = {
    quote: quoteReminders,
    invoice: invoiceReminders,
    appointment: appointmentReminders,
    booking: examReminders,
  };
  return [
    () => sendEnquirySummary(background),
    () => releaseHeldEmails(background),
    () => sendDueReminders(background, reminders),
    () => sendMailings(background),
  ];
}

/** Only this process can read its embedded database, so `npm run backup` asks it. */
function serveBackups({ db }: Database): Promise<() => Promise<void>> {
  const secret = installationSecret(settings);
  return offerBackups(settings.DATA_DIR, (file) =>
    writeBackup(db, { secret, madeAt: new Date().toISOString() }, file),
  );
}

/** Any page may be refused for a while, but the framework sends only headers that a route names. */
function withRetryAfter(from: ServerBuild): ServerBuild {
  const routes = Object.entries(from.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { headers: own } = route.module;
    const headers: HeadersFunction = (args) => {
      const given = typeof own === "function" ? own(args) : own;
      const named = new Headers(given ?? args.parentHeaders);
      const { actionHeaders, loaderHeaders, errorHeaders, parentHeaders } = args;
      const sent = [actionHeaders, loaderHeaders, errorHeaders, parentHeaders];
      const retryAfter = sent.map((one) => one?.get("Retry-After")).find(Boolean);
      if (retryAfter) named.set("Retry-After", retryAfter);
      return named;
    };
    return [id, { ...route, module: { ...route.module, headers } }];
  });
  return { ...from, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
