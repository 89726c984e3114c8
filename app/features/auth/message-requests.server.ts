import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import type { Caller } from "./callers.server.ts";
import { countAttempt } from "./counters.server.ts";
import { messageLimit } from "./limits.server.ts";
import type { SignInMessage } from "./model.ts";
import { hashInTurn } from "./password.server.ts";

export type MessageRequest =
  | Extract<SignInMessage, { kind: "magic-link" | "recovery" | "email-code" | "text-code" }>
  | { kind: "sign-up"; email: string; password: string };

/** Beyond the recipient's limit sends nothing, with the same answer: old messages still work. */
export async function requestMessage(
  db: Db,
  caller: Caller,
  request: MessageRequest,
): Promise<void> {
  const message = request.kind === "sign-up" ? await signUpMessage(request) : request;
  const recipient = "phone" in request ? request.phone : request.email;
  const send =
    caller.known || (await countAttempt(db, messageLimit(message.kind, recipient))) === null;
  if (send) await enqueue(db, "sign-in", [message]);
}

/** Hashes for everybody, so that timing reveals nothing; keeps the hash of permitted people. */
async function signUpMessage({
  email,
  password,
}: {
  email: string;
  password: string;
}): Promise<SignInMessage> {
  const passwordHash = await hashInTurn(password);
  const mayKeep = getSettings().ADMIN_EMAILS.includes(email);
  return { kind: "sign-up", email, passwordHash: mayKeep ? passwordHash : null };
}
