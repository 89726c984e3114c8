import { eq, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, vi } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { syncSubscriber } from "#app/features/newsletter/commands.server.tsx";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails, subscribers } from "#app/server/database/tables.server.ts";
import { expediteMisdatedJobs } from "#app/server/jobs/maintenance.server.ts";
import { enqueue, handleJobs, wakeWorkers } from "#app/server/jobs/queue.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { startMailchimp } from "./fakes/mailchimp.ts";
import { startMailServer } from "./fakes/smtp.ts";
import { dbTest } from "./support/db.ts";
import { anEmail } from "./support/factories.ts";

/* Somebody else is away for an hour, or the clock jumps. The queue's clock is the database's. */

/** Puts the queue's clock forward. */
async function setQueueClock(db: Db, minutes: number): Promise<void> {
  await db.execute(
    sql.raw(
      `create or replace function pgboss.job_now() returns timestamp with time zone as
       $$ select now() + interval '${minutes} minutes' $$ language sql stable`,
    ),
  );
}

/** Of the test that runs: what handles the queue's jobs stays for the next one. */
let mail: ReturnType<typeof openEmailTransport>;
const deliverAll = (db: Db) =>
  handleJobs("letters", ({ letterId }) => deliverEmail(db, mail, letterId));

/** A mail server and the transport to it; after the test both are closed and the queue's clock is set right. */
async function aMailServer(db: Db) {
  const server = await startMailServer();
  mail = openEmailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: "Imogen <studio@site.example>",
    DATA_DIR: "",
  });
  onTestFinished(async () => {
    mail.close();
    await server.stop();
    await setQueueClock(db, 0);
  });
  return server;
}

/** Waits until no job of a queue is under way or due; a process wakes its workers every second. */
async function untilQueueIdle(db: Db, queue: string): Promise<void> {
  const due = () =>
    rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from pgboss.job where name = ${queue}
        and (state = 'active' or (state < 'active' and start_after <= pgboss.job_now()))`,
    );
  const left = async () => {
    await wakeWorkers(db);
    return (await due())[0]!.count;
  };
  await expect.poll(left).toBe(0);
}

describe("a clock that jumps", () => {
  dbTest("a day ahead and back loses no email and sends none twice", async ({ db }) => {
    const server = await aMailServer(db);
    const queueEmail = async (recipient: string) =>
      db.transaction(async (tx) => {
        const { id } = await anEmail(tx, { kind: "quote", recipient });
        await enqueue(tx, "letters", [{ letterId: id }]);
      });
    await queueEmail("before@people.example");
    await setQueueClock(db, 24 * 60);
    await queueEmail("during@people.example");
    await setQueueClock(db, 0);
    await queueEmail("after@people.example");
    await expediteMisdatedJobs(db);
    await deliverAll(db);
    await untilQueueIdle(db, "letters");
    expect(server.emails.map(({ envelopeTo }) => envelopeTo[0]).toSorted()).toEqual([
      "after@people.example",
      "before@people.example",
      "during@people.example",
    ]);
  });

  dbTest("back while a job is under way does not delay its next try", async ({ db }) => {
    onTestFinished(async () => {
      vi.useRealTimers();
      await setQueueClock(db, 0);
    });
    const queue = "forgotten-members";
    let tries = 0;
    await handleJobs(queue, async () => {
      if (++tries > 1) return;
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 3_600_000 });
      throw new Error("Away");
    });
    await db.transaction((tx) => enqueue(tx, queue, [{ memberHash: "hash" }]));
    await expect.poll(() => tries).toBe(1);
    await untilQueueIdle(db, queue);
    await setQueueClock(db, 60);
    await untilQueueIdle(db, queue);
    expect(tries).toBe(2);
  });
});

dbTest(
  "a job whose process was killed is tried again once its heartbeat is missed",
  async ({ db }) => {
    const tried: string[] = [];
    await db.transaction((tx) => enqueue(tx, "card-pages", [{ sessionId: "of a killed process" }]));
    await db.execute(sql`update pgboss.job set state = 'active', retry_count = 0,
    started_on = now(), heartbeat_on = now() - interval '9 seconds' where name = 'card-pages'`);
    await wakeWorkers(db);
    expect(await stateOf(db, "card-pages")).toBe("active");
    await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '11 seconds'
    where name = 'card-pages'`);
    await handleJobs("card-pages", async ({ sessionId }) => void tried.push(sessionId));
    await wakeWorkers(db);
    expect(await stateOf(db, "card-pages")).toBe("retry");
    onTestFinished(() => setQueueClock(db, 0));
    await setQueueClock(db, 1);
    await untilQueueIdle(db, "card-pages");
    expect(tried).toEqual(["of a killed process"]);
  },
);

dbTest(
  "without jobs the queue is asked every five seconds, after one each time",
  async ({ db }) => {
    let now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const ask = vi.spyOn(db, "execute");
    const asksIn = async (seconds: number) => {
      ask.mockClear();
      for (let second = 0; second < seconds; second++) {
        now += 1_000;
        await wakeWorkers(db);
      }
      return ask.mock.calls.length;
    };
    await asksIn(20);
    expect(await asksIn(20)).toBe(4);
    await db.transaction((tx) => enqueue(tx, "card-pages", [{ sessionId: "of nobody" }], 60));
    expect(await asksIn(20)).toBe(20);
  },
);

async function stateOf(db: Db, queue: string): Promise<string> {
  const rows = await rowsOf<{ state: string }>(
    db,
    sql`select state from pgboss.job where name = ${queue}`,
  );
  return rows[0]!.state;
}

/** An hour in which every due job is tried, at each half of it; then a quarter more, the longest pause. */
async function anHourAndMore(db: Db, queue: string, atItsEnd: () => void): Promise<void> {
  for (const minutes of [0, 30, 60]) {
    await setQueueClock(db, minutes);
    await untilQueueIdle(db, queue);
  }
  atItsEnd();
  await setQueueClock(db, 76);
  await untilQueueIdle(db, queue);
}

describe("an hour without", () => {
  dbTest(
    "the mail server: every email waits with its reason, and is sent once afterwards",
    async ({ db }) => {
      const server = await aMailServer(db);
      server.respondWith({ code: 421, message: "Away" });
      await deliverAll(db);
      const sent = await db.transaction(async (tx) => {
        const rows = await tx
          .insert(emails)
          .values(
            Array.from({ length: 8 }, (_, at) => ({
              kind: "quote",
              recipient: `client-${at}@people.example`,
              subject: "s",
              html: "h",
              text: "h",
            })),
          )
          .returning();
        await enqueue(
          tx,
          "letters",
          rows.map(({ id }) => ({ letterId: id })),
        );
        return rows;
      });
      await anHourAndMore(db, "letters", () => {
        expect(server.emails).toEqual([]);
        server.respondWith(null);
      });
      expect(server.emails.map(({ envelopeTo }) => envelopeTo[0]).toSorted()).toEqual(
        sent.map(({ recipient }) => recipient).toSorted(),
      );
      for (const { state, attempts, lastError } of await db.select().from(emails)) {
        expect({ state, lastError }).toEqual({ state: "sent", lastError: null });
        expect(attempts).toBeGreaterThanOrEqual(4);
      }
    },
  );

  dbTest("Mailchimp: every subscriber waits, and is added once afterwards", async ({ db }) => {
    const server = await startMailchimp();
    onTestFinished(async () => {
      await server.stop();
      await setQueueClock(db, 0);
    });
    const mailchimp = openMailchimp({
      MAILCHIMP_API_KEY: server.key,
      MAILCHIMP_AUDIENCE_ID: server.audience,
      MAILCHIMP_BASE_URL: server.url,
    })!;
    server.respondWith({ code: 503, title: "Service Unavailable", detail: "Away" });
    await handleJobs("subscribers", ({ subscriberId }) =>
      syncSubscriber(db, mailchimp, subscriberId, { NEWSLETTER_DOUBLE_OPT_IN: "no" }),
    );
    await db.transaction(async (tx) => {
      const rows = await tx
        .insert(subscribers)
        .values(
          Array.from({ length: 10 }, (_, at) => ({
            email: `reader-${at}@people.example`,
            state: "subscribed" as const,
            mailchimp: "waiting" as const,
          })),
        )
        .returning();
      await enqueue(
        tx,
        "subscribers",
        rows.map(({ id }) => ({ subscriberId: id })),
      );
    });
    await anHourAndMore(db, "subscribers", () => {
      expect(server.members.size).toBe(0);
      server.respondWith(null);
    });
    expect(server.members.size).toBe(10);
    expect(server.calls.filter(({ method }) => method === "PUT")).toHaveLength(10);
    expect(
      await db
        .select({ id: subscribers.id })
        .from(subscribers)
        .where(eq(subscribers.mailchimp, "done")),
    ).toHaveLength(10);
  });
});
