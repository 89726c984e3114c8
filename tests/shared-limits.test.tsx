import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import {
  announcementLimit,
  announceToOwner,
  acknowledgementLimit,
  queueAcknowledgement,
  queueUnverifiedEmail,
  unverifiedEmailLimit,
} from "#app/features/email/throttle.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import type { RateLimit } from "#app/server/database/rate-limit.server.ts";
import { emails, unannouncedEnquiries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";

const toFamily = (index: number) => ({
  kind: "ameb-acknowledgement" as const,
  recipient: `family-${index}@school.example`,
  subject: "Thank you",
  body: <p>Hello</p>,
});

dbTest("a browser test's emails go out however many enquiries came before it", async ({ db }) => {
  const now = new Date();
  let sent = 0;
  const beyond = async ({ burst }: RateLimit, send: (tx: Db) => Promise<unknown>) => {
    for (let count = 0; count <= burst; count++, sent++) await db.transaction(send);
  };
  await liftSharedLimits((statement) => db.execute(sql.raw(statement)));
  try {
    await beyond(announcementLimit, (tx) => announceToOwner(tx, "ameb", () => toFamily(sent), now));
    await beyond(unverifiedEmailLimit, (tx) => queueUnverifiedEmail(tx, toFamily(sent), now));
    await beyond(acknowledgementLimit, (tx) => {
      const email = toFamily(sent);
      return queueAcknowledgement(tx, email.recipient, () => email, now);
    });
  } finally {
    await db.execute(sql`drop function keep_bucket_full cascade`);
  }
  expect(await db.$count(emails)).toBe(sent);
  expect(await db.$count(emails, eq(emails.held, true))).toBe(0);
  expect(await db.$count(unannouncedEnquiries)).toBe(0);
});
