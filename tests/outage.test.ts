import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { syncSubscriber } from "#app/features/newsletter/commands.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue, handleJobs } from "#app/server/jobs/queue.server.ts";
import { emails, subscribers } from "#app/server/database/tables.server.ts";
import { dbTest } from "./support/db.ts";
import { startMailchimp } from "./fakes/mailchimp.ts";
import { untilQueueIdle, aMailServerAndTransport, setQueueClock } from "./support/queue.ts";

/* Somebody else is away for an hour. The queue's clock is the database's, so the hour is one of four jumps. */

const quarter = 15;

/** An hour in which every due job is tried, at each quarter of it; then the quarter after. */
async function anHourAndAQuarter(db: Db, queue: string, atItsEnd: () => void): Promise<void> {
  for (let minutes = 0; minutes <= 60; minutes += quarter) {
    await setQueueClock(db, minutes);
    await untilQueueIdle(db, queue);
  }
  atItsEnd();
  await setQueueClock(db, 60 + quarter + 1);
  await untilQueueIdle(db, queue);
}

describe("an hour without", () => {
  dbTest(
    "the mail server: every email waits with its reason, and is sent once afterwards",
    async ({ db }) => {
      const { server, mail } = await aMailServerAndTransport(db);
      server.respondWith({ code: 421, message: "Away" });
      await handleJobs("letters", ({ letterId }) => deliverEmail(db, mail, letterId));
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
      await anHourAndAQuarter(db, "letters", () => {
        expect(server.emails).toEqual([]);
        server.respondWith(null);
      });
      expect(server.emails.map(({ envelopeTo }) => envelopeTo[0]).toSorted()).toEqual(
        sent.map(({ recipient }) => recipient).toSorted(),
      );
      for (const { state, attempts, lastError } of await db.select().from(emails)) {
        expect({ state, lastError }).toEqual({ state: "sent", lastError: null });
        expect(attempts).toBeGreaterThanOrEqual(5);
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
    await anHourAndAQuarter(db, "subscribers", () => {
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
