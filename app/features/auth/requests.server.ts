import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { emailAddress, check } from "#app/values/rules.ts";
import type { Caller } from "./callers.server.ts";
import { messageLimit, countAttempt } from "./limits.server.ts";
import { type RequestedMessage, safeAdminPath, normalisePhone } from "./model.ts";
import { hashInTurn } from "./password.server.ts";
import type { EndpointRules } from "./endpoints.server.ts";
import { refuse } from "./refusals.server.ts";
import { newPassword } from "./schema.ts";

/** Beyond the recipient's limit sends nothing, with the same answer: old messages still work. */
export async function requestMessage(
  db: Db,
  caller: Caller,
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<void> {
  const message = await messageOf(kind, body, device);
  const recipient = "phone" in message ? message.phone : message.email;
  const send = caller.known || (await countAttempt(db, messageLimit(kind, recipient))) === null;
  if (send) await enqueue(db, "sign-in", [message]);
}

export type Body = Record<string, unknown>;

/** PostgreSQL can't store U+0000. */
export function readableBody(body: unknown): Body {
  const fields = (body ?? {}) as Body;
  const hasNul = (value: unknown) => typeof value === "string" && value.includes("\0");
  if (Object.values(fields).some(hasNul))
    throw refuse("BAD_REQUEST", "MALFORMED", "This request is malformed.");
  return fields;
}

/** The library takes a missing `rememberMe` for a yes; here it is a no. */
export const asksToBeKept = (body: unknown): boolean => (body as Body | null)?.rememberMe === true;

const emailRule = emailAddress("Please enter a valid email address.");

export function emailOf({ email }: Body): string {
  const checked = check(emailRule, email);
  if (!checked.ok)
    throw refuse("BAD_REQUEST", "INVALID_EMAIL", "Please enter a valid email address.");
  return checked.value.toLowerCase();
}

function phoneOf({ phoneNumber }: Body): string {
  const phone = normalisePhone(String(phoneNumber ?? ""));
  if (!phone)
    throw refuse(
      "BAD_REQUEST",
      "INVALID_PHONE_NUMBER",
      "Please enter a telephone number, such as 0400 000 000.",
    );
  return phone;
}

export function requireStrongPassword(password: unknown): string {
  const checked = check(newPassword, password);
  if (checked.ok) return checked.value;
  const message = Object.values(checked.errors)[0] ?? "This password can't be used.";
  throw refuse("BAD_REQUEST", "WEAK_PASSWORD", message);
}

export function accountOf(
  { account }: EndpointRules,
  body: Body,
): { email: string } | { phone: string } | null {
  if (account === "phoneNumber") return { phone: phoneOf(body) };
  return account === "email" ? { email: emailOf(body) } : null;
}

/** `device`: the hash of the browser's device name, for codes. */
async function messageOf(
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<RequestedMessage> {
  switch (kind) {
    case "magic-link": {
      const next = typeof body.callbackURL === "string" ? safeAdminPath(body.callbackURL) : null;
      return { kind, email: emailOf(body), next };
    }
    case "recovery":
      return { kind, email: emailOf(body) };
    case "sign-up": {
      const email = emailOf(body);
      // Hashed for everybody, so that timing reveals nothing; kept for permitted people.
      const passwordHash = await hashInTurn(requireStrongPassword(body.password));
      const mayKeep = getSettings().ADMIN_EMAILS.includes(email);
      return { kind, email, passwordHash: mayKeep ? passwordHash : null };
    }
    case "email-code":
      return { kind, email: emailOf(body), device: device() };
    case "text-code":
      return { kind, phone: phoneOf(body), device: device() };
  }
}
