import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { recordTextMessage } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import { factors, users } from "#app/server/database/tables.server.ts";
import { getAuth } from "./auth.server.ts";
import { issueCode, issueSignInCode } from "./credentials.server.ts";
import { isReferredTo, isVerifiedFactor } from "./sessions.server.ts";
import { queueCode, sendMagicLink, queueWrongGuesses } from "./emails.server.tsx";
import type { SignInMessage } from "./model.ts";
import { sendConfirmationLink } from "./people.server.ts";

/* The worker decides whether to send, so the login takes equally long for all email addresses. */

async function isExpected(db: Db, email: string): Promise<boolean> {
  if (getSettings().ADMIN_EMAILS.includes(email)) return true;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user !== undefined;
}

export async function sendSignInMessage(db: Db, texts: SmsTransport, message: SignInMessage) {
  switch (message.kind) {
    case "magic-link":
      if (await isExpected(db, message.email)) await sendMagicLink(db, message);
      return;
    case "recovery":
      // The library sends to accounts only.
      await getAuth().api.requestPasswordReset({ body: { email: message.email } });
      return;
    case "sign-up": {
      const { email, passwordHash } = message;
      if (passwordHash) await sendConfirmationLink(db, { email, passwordHash });
      return;
    }
    case "email-code":
      if (await isExpected(db, message.email)) await emailCode(db, message);
      return;
    case "text-code":
      if (await isVerifiedPhone(db, message.phone)) {
        const { phone, device } = message;
        const { code } = await issueSignInCode(db, "text", phone, device);
        await textCode(db, texts, phone, code);
      }
      return;
    case "factor-code":
      return sendFactorCode(db, texts, message.factorId);
    case "guesses":
      return warnOfGuesses(db, message);
  }
}

type MessageOf<Kind extends SignInMessage["kind"]> = Extract<SignInMessage, { kind: Kind }>;

async function emailCode(db: Db, { email, device }: MessageOf<"email-code">): Promise<void> {
  await db.transaction(async (tx) => {
    await queueCode(tx, { email, ...(await issueSignInCode(tx, "email", email, device)) });
  });
}

async function isVerifiedPhone(db: Db, phone: string): Promise<boolean> {
  return (await db.$count(factors, and(eq(factors.phone, phone), isVerifiedFactor))) > 0;
}

async function sendFactorCode(db: Db, texts: SmsTransport, factorId: string): Promise<void> {
  const [factor] = await db
    .select({ phone: factors.phone })
    .from(factors)
    .where(eq(factors.id, factorId));
  if (!factor?.phone) return;
  await textCode(db, texts, factor.phone, await issueCode(db, `factor:${factorId}`));
}

async function warnOfGuesses(db: Db, { account, seen }: MessageOf<"guesses">): Promise<void> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(isReferredTo(db, account));
  if (user) await db.transaction((tx) => queueWrongGuesses(tx, user.email, seen));
}

/** The record keeps the text only where it couldn't be sent. */
async function textCode(db: Db, texts: SmsTransport, phone: string, code: string): Promise<void> {
  const body = `${code} is your code for ${content().site.brand}. It works once, within ten minutes. Don't share it.`;
  const state = await texts.send(phone, body);
  await recordTextMessage(db, {
    recipient: phone,
    text: state === "captured" ? body : "This message carried a one-time code, which isn't kept.",
    state,
  });
}
