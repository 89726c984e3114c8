import { and, eq, isNotNull } from "drizzle-orm";
import { site } from "#app/content/site.ts";
import { recordTextMessage } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import { factors, users } from "#app/server/database/tables.server.ts";
import { getAuth } from "./auth.server.ts";
import { issueCode, issueSignInCode } from "./codes.server.ts";
import { isReferredTo } from "./devices.server.ts";
import { queueCode } from "./one-time-emails.server.tsx";
import { queueWrongGuesses } from "./notices.server.tsx";
import { sendMagicLink } from "./send-links.server.ts";
import { lifetimes, type SignInMessage } from "./model.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { sendConfirmationLink } from "./sign-up.server.ts";

/*
 * Whether a message is sent is decided here, by the worker, so that the login takes the same time and
 * gives the same answer for every email address.
 */

/** Whether an email address has an account, or may have one. */
async function isExpected(db: Db, email: string): Promise<boolean> {
  if (getSettings().ADMIN_EMAILS.includes(email)) return true;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user !== undefined;
}

export async function sendSignInMessage(
  db: Db,
  texts: SmsTransport,
  message: SignInMessage,
): Promise<void> {
  const secret = installationSecret(getSettings());
  const minutes = lifetimes.code / 60_000;
  switch (message.kind) {
    case "magic-link":
      if (await isExpected(db, message.email)) await sendMagicLink(db, message);
      return;
    case "recovery":
      // The library sends to accounts only.
      await getAuth().api.requestPasswordReset({ body: { email: message.email } });
      return;
    case "sign-up":
      if (message.passwordHash)
        await sendConfirmationLink(db, {
          email: message.email,
          passwordHash: message.passwordHash,
        });
      return;
    case "email-code":
      if (!(await isExpected(db, message.email))) return;
      await db.transaction(async (tx) => {
        const issued = await issueSignInCode(tx, secret, "email", message.email, message.device);
        await queueCode(tx, { email: message.email, ...issued, minutes });
      });
      return;
    case "text-code": {
      const [known] = await db
        .select({ id: factors.id })
        .from(factors)
        .where(and(eq(factors.phone, message.phone), isNotNull(factors.verifiedAt)));
      if (!known) return;
      const { code } = await issueSignInCode(db, secret, "text", message.phone, message.device);
      await text(db, texts, message.phone, code);
      return;
    }
    case "factor-code": {
      const [factor] = await db
        .select({ phone: factors.phone })
        .from(factors)
        .where(eq(factors.id, message.factorId));
      if (factor?.phone)
        await text(
          db,
          texts,
          factor.phone,
          await issueCode(db, secret, `factor:${message.factorId}`),
        );
      return;
    }
    case "guesses": {
      const [user] = await db
        .select({ email: users.email })
        .from(users)
        .where(isReferredTo(db, message.account));
      if (user) await db.transaction((tx) => queueWrongGuesses(tx, user.email, message.seen));
    }
  }
}

/** Sends a code and records it among the emails; its text is kept only where it could not be sent. */
async function text(db: Db, texts: SmsTransport, phone: string, code: string): Promise<void> {
  const body = `${code} is your code for ${site.brand}. It works once, within ten minutes. Don't share it.`;
  const state = await texts.send(phone, body);
  await recordTextMessage(db, {
    recipient: phone,
    text: state === "captured" ? body : "This message carried a one-time code, which isn't kept.",
    state,
  });
}
