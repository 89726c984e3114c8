import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { mailings, subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import { type Email, readerMarks } from "./model.ts";

/** A newsletter's body is stored once; the row has what only its reader gets. */
export async function withNewsletter<E extends Email>(db: Db, email: E): Promise<E> {
  if (!email.mailingId) return email;
  const { html, text } = mailings;
  const [body] = await db
    .select({ html, text })
    .from(mailings)
    .where(eq(mailings.id, email.mailingId));
  const url = email.unsubscribeUrl ?? "";
  return {
    ...email,
    html: forReader(body?.html ?? "", escaped(email.text), escaped(url)),
    text: forReader(body?.text ?? "", email.text, url),
  };
}

const escaped = (text: string) => renderToStaticMarkup(createElement(Fragment, null, text));

export const forReader = (body: string, reason: string, url: string) =>
  body.replaceAll(readerMarks.reason, () => reason).replaceAll(readerMarks.unsubscribe, () => url);

/** Why it may no longer leave. */
export async function newsletterOvertakenBy(db: Db, email: Email): Promise<string | null> {
  const { mailingId, subscriberId } = email;
  const ofId = eq(mailings.id, mailingId ?? "");
  const [mailing] = await db.select({ state: mailings.state }).from(mailings).where(ofId);
  if (mailing?.state === "stopped") return "the newsletter was stopped";
  const isReader = and(
    eq(subscribers.id, subscriberId ?? ""),
    eq(subscribers.state, "subscribed"),
    isNull(subscribers.suppressedAt),
  );
  return (await db.$count(subscribers, isReader)) > 0 ? null : "the reader has left";
}

/** Only newsletters: an email about a quote is still tried. */
export async function suppressReader(db: Db, email: Email, reason: string, now: Date) {
  const { mailingId, subscriberId } = email;
  if (!mailingId || !subscriberId) return;
  await db.transaction(async (tx) => {
    const suppressed = await tx
      .update(subscribers)
      .set({ suppressedAt: now })
      .where(and(eq(subscribers.id, subscriberId), isNull(subscribers.suppressedAt)))
      .returning({ id: subscribers.id });
    if (suppressed.length > 0)
      await tx
        .insert(subscriberEvents)
        .values({ subscriberId, kind: "refused", at: now, data: { reason } });
  });
}
