import { and, inArray, isNull } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { mailings, newsletterSettings } from "#app/server/database/tables.server.ts";
import type { NewsletterPace } from "./mailing-schema.ts";

type Key = Pick<Settings, "MAILCHIMP_API_KEY">;

export async function getNewsletterSettings(db: Db, key: Key = getSettings()) {
  const [stored] = await db.select().from(newsletterSettings);
  const hasMailchimp = Boolean(key.MAILCHIMP_API_KEY);
  const sender = hasMailchimp ? (stored?.sender ?? "mailchimp") : "site";
  return { perMinute: stored?.perMinute ?? 60, sender, hasMailchimp } as const;
}

/** One sender at a time: then the site writes to nobody, and Mailchimp welcomes who signs up. */
export const mailchimpWrites = async (db: Db, key?: Key): Promise<boolean> =>
  (await getNewsletterSettings(db, key)).sender === "mailchimp";

/** False while a newsletter is on its way and Mailchimp was chosen. */
export function saveNewsletterSettings(
  db: Db,
  by: Owner,
  { perMinute, sender }: NewsletterPace,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOnItsWay = and(
      inArray(mailings.state, ["waiting", "sending"]),
      isNull(mailings.deletedAt),
    );
    if (sender === "mailchimp" && (await tx.$count(mailings, isOnItsWay)) > 0) return false;
    const set = { perMinute, ...(sender && { sender }) };
    await tx
      .insert(newsletterSettings)
      .values(set)
      .onConflictDoUpdate({ target: newsletterSettings.id, set });
    const subject = { kind: "newsletter", label: "how they leave" } as const;
    await recordActivity(tx, { actor: by.email, action: "changed", subject, after: set }, now);
    return true;
  });
}
