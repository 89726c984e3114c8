import { idempotencyKey } from "#app/server/http/api-request.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type SubmissionInfo, guardOf } from "./model.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { countForm } from "./limit.server.ts";
import { recordSubmission, type SubmissionIdentity } from "./submission.server.ts";
import { readFormToken } from "./form-token.server.ts";
import { spamReasonOf } from "./spam.server.ts";

/** What a form is called in limits and keys. */
export type FormName = "contact" | "event" | "ameb" | "newsletter";

/** Stores what was sent, and whatever must go out with it, in the transaction it is given. */
export type StoreSubmission<T, R> = (tx: Db, value: T, arrival: SubmissionInfo) => Promise<R>;

export type SubmissionResult<R> =
  | { is: "stored"; result: R }
  | { is: "repeated" }
  | { is: "other" }
  | { is: "limited"; seconds: number };

/** A checked form on its way in. `raw` is everything that was sent, the guard's fields among it. */
export type Submission<T> = {
  request: Request;
  form: FormName;
  kind: SubmissionIdentity["kind"];
  raw: Readonly<Record<string, unknown>>;
  value: T;
};

/** Ends the transaction of a form that is one too many, and with it what it has claimed. */
class TooMany extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("Too many forms came from one network.");
    this.seconds = seconds;
  }
}

/**
 * The one gate of every public form and call: judged, claimed once, counted, stored, all in the
 * database, so that any number of processes are one gate. What only repeats an earlier one is not
 * counted, so whoever presses twice loses nothing.
 */
export async function receiveSubmission<T, R>(
  db: Db,
  { request, form, kind, raw, value }: Submission<T>,
  store: StoreSubmission<T, R>,
  now = new Date(),
): Promise<SubmissionResult<R>> {
  const guard = guardOf(raw);
  const key = (kind === "api" && idempotencyKey(request)) || guard.key;
  const token = readFormToken(guard.token, now);
  const spamReason = spamReasonOf(guard.honeypot, token, value);
  try {
    return await db.transaction(async (tx): Promise<SubmissionResult<R>> => {
      // Signing up for the newsletter again has an answer of its own; only the very same form is a repetition.
      if (key || form !== "newsletter") {
        const arrival = await recordSubmission(
          tx,
          { form, kind, key, content: value, who: senderOf(value) },
          now,
        );
        if (arrival !== "new") return { is: arrival };
      }
      const seconds = await countForm(tx, clientInfoOf(request).ip, token, now);
      if (seconds !== null) throw new TooMany(seconds);
      return { is: "stored", result: await store(tx, value, { spamReason, now }) };
    });
  } catch (error) {
    if (error instanceof TooMany) return { is: "limited", seconds: error.seconds };
    throw error;
  }
}

/** The mark of the e-mail address that a form carries, whichever of its names it has. */
function senderOf(value: unknown): string | null {
  const { email, contactEmail } = value as { email?: unknown; contactEmail?: unknown };
  const address = email ?? contactEmail;
  return typeof address === "string" ? senderDigest(address) : null;
}
