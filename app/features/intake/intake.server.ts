import { idempotencyKey } from "#app/server/http/api-request.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type Arrival, guardOf } from "./model.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { countForm } from "./limit.server.ts";
import { claim, type Identity } from "./submission.server.ts";
import { readStamp } from "./form-token.server.ts";
import { suspect } from "./spam.server.ts";

/** What a form is called in limits and keys. */
export type FormName = "contact" | "event" | "ameb" | "newsletter";

/** Stores what was sent, and whatever must go out with it, in the transaction it is given. */
export type Store<T, R> = (tx: Db, value: T, arrival: Arrival) => Promise<R>;

export type Outcome<R> =
  | { is: "stored"; result: R }
  | { is: "repeated" }
  | { is: "other" }
  | { is: "limited"; seconds: number };

/** A checked form on its way in. `raw` is everything that was sent, the guard's fields among it. */
export type Incoming<T> = {
  request: Request;
  form: FormName;
  kind: Identity["kind"];
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
export async function takeIn<T, R>(
  db: Db,
  { request, form, kind, raw, value }: Incoming<T>,
  store: Store<T, R>,
  now = new Date(),
): Promise<Outcome<R>> {
  const guard = guardOf(raw);
  const key = (kind === "call" && idempotencyKey(request)) || guard.key;
  const token = readStamp(guard.stamp, now);
  const spamReason = suspect(guard.trap, token, value);
  try {
    return await db.transaction(async (tx): Promise<Outcome<R>> => {
      // Signing up for the newsletter again has an answer of its own; only the very same form is a repetition.
      if (key || form !== "newsletter") {
        const arrival = await claim(
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
