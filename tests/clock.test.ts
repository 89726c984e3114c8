import { describe, expect, onTestFinished, vi } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { expediteMisdatedJobs } from "#app/server/jobs/maintenance.server.ts";
import { enqueue, handleJobs } from "#app/server/jobs/queue.server.ts";
import { anEmail } from "#tests/support/factories.ts";
import { dbTest } from "./support/db.ts";
import { untilQueueIdle, aMailServerAndTransport, setQueueClock } from "./support/queue.ts";

describe("a clock that jumps", () => {
  dbTest("a day ahead and back loses no email and sends none twice", async ({ db }) => {
    const { server, mail } = await aMailServerAndTransport(db);
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
    await handleJobs("letters", ({ letterId }) => deliverEmail(db, mail, letterId));
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
    await expect.poll(() => tries).toBe(2);
  });
});
