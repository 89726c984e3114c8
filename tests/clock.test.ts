import { describe, expect } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { expediteMisdatedJobs } from "#app/server/jobs/maintenance.server.ts";
import { enqueue, handleJobs } from "#app/server/jobs/queue.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "./support/db.ts";
import { untilQueueIdle, aMailServerAndTransport, setQueueClock } from "./support/queue.ts";

describe("a clock that jumps", { timeout: 60_000 }, () => {
  dbTest("a day ahead and back loses no email and sends none twice", async ({ db }) => {
    const { server, mail } = await aMailServerAndTransport(db);
    const queueEmail = async (recipient: string) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(emails)
          .values({ kind: "quote", recipient, subject: "s", html: "h", text: "h" })
          .returning();
        await enqueue(tx, "letters", [{ letterId: row!.id }]);
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
});
