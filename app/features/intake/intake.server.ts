import { data } from "react-router";
import type * as z from "zod/mini";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import {
  idempotencyKey,
  readApiRequest,
  apiFailure,
  idempotencyKeyReused,
} from "#app/server/http/api.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import {
  type FormState,
  unknownOutcomeOf,
  parseForm,
  readForm,
  typedValues,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { type SubmissionInfo, guardOf } from "./model.ts";
import { readFormToken, countForm, isOfFlood, spamReasonOf } from "./guard.server.ts";
import { recordSubmission, type SubmissionIdentity } from "./submission.server.ts";

export type FormName = "contact" | "event" | "ameb" | "newsletter" | "booking" | "waiting";

/** Forms that go to the inbox; bookings have their own limits. */
const enquiries: ReadonlySet<FormName> = new Set(["contact", "event", "ameb"]);

type StoreSubmission<T, R> = (tx: Db, value: T, info: SubmissionInfo) => Promise<R>;

type SubmissionResult<R> =
  | { is: "stored"; result: R }
  | { is: "repeated" }
  | { is: "other" }
  | { is: "limited"; seconds: number };

export type Submission<T> = {
  request: Request;
  form: FormName;
  kind: SubmissionIdentity["kind"];
  raw: Readonly<Record<string, unknown>>;
  value: T;
};

/** Rolls the transaction back, including the record of the submission. */
class RateLimited extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("Too many forms came from one network.");
    this.seconds = seconds;
  }
}

/** A repeated submission is not counted, so submitting twice costs nothing. */
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
      // A second newsletter sign-up without a key is not a repetition: it has its own answer.
      if (key || form !== "newsletter") {
        const identity = { form, kind, key, content: value, who: senderOf(value) };
        const recorded = await recordSubmission(tx, identity, now);
        if (recorded !== "new") return { is: recorded };
      }
      const { seconds, trusted } = await countForm(tx, clientInfoOf(request).ip, token, now);
      if (seconds !== null) throw new RateLimited(seconds);
      const isOneTooMany =
        !spamReason && enquiries.has(form) && (await isOfFlood(tx, trusted, now));
      const info = { spamReason: isOneTooMany ? "many" : spamReason, now } as const;
      return { is: "stored", result: await store(tx, value, info) };
    });
  } catch (error) {
    if (error instanceof RateLimited) return { is: "limited", seconds: error.seconds };
    throw error;
  }
}

function senderOf(value: unknown): string | null {
  const { email, contactEmail } = value as { email?: unknown; contactEmail?: unknown };
  const sender = email ?? contactEmail;
  return typeof sender === "string" ? senderDigest(sender) : null;
}

function tooMany(seconds: number): string {
  const wait = seconds > 600 ? "an hour" : "a few minutes";
  return `Too many messages in a short time. Please wait ${wait} and send it again.`;
}

/** `stored` is null when the same form was stored before. */
type AnswerFor<R> = (stored: R | null) => Partial<FormState> | Promise<Partial<FormState>>;

/** Of a page that was opened before its form was hidden; null while the form is on the site. */
function hiddenForm(form: FormName): string | null {
  const { site, visibility } = content();
  const isThere =
    form === "contact"
      ? visibility.home.contact
      : (form !== "ameb" || isShown(pages.ameb)) && (form !== "event" || isShown(pages.livePiano));
  if (isThere) return null;
  return `I don't take these enquiries here any more, so nothing was sent. Please email ${site.email}.`;
}

export async function answerForm<S extends z.ZodMiniType, R>(
  request: Request,
  form: FormName,
  schema: S,
  store: StoreSubmission<z.output<S>, R>,
  answerFor: AnswerFor<R> = () => ({}),
) {
  const hidden = hiddenForm(form);
  if (hidden) {
    const values = typedValues(await readForm(request));
    return data<FormState>({ ok: false, message: hidden, values }, 404);
  }
  const posted = await parseForm(request, schema);
  if (!posted.ok) return posted.reply;
  const { value, values } = posted;
  try {
    const result = await receiveSubmission(
      getDb(),
      { request, form, kind: "page", raw: values, value },
      store,
    );
    if (result.is === "limited")
      return data<FormState>(
        { ok: false, message: tooMany(result.seconds), values },
        { status: 429, headers: { "Retry-After": String(result.seconds) } },
      );
    return data<FormState>({
      ok: true,
      ...(await answerFor(result.is === "stored" ? result.result : null)),
    });
  } catch (error) {
    log.error({ err: error, form }, "form not stored");
    return data<FormState>({ ok: false, ...unknownOutcomeOf(error), values }, 503);
  }
}

export async function answerApiRequest<S extends z.ZodMiniType, R>(
  request: Request,
  form: FormName,
  schema: S,
  store: StoreSubmission<z.output<S>, R>,
  message: (stored: R | null) => string | Promise<string>,
): Promise<Response> {
  const hidden = hiddenForm(form);
  if (hidden) return apiFailure(404, "not-found", hidden);
  const received = await readApiRequest(request, schema);
  if (!received.ok) return received.reply;
  const result = await receiveSubmission(
    getDb(),
    { request, form, kind: "api", raw: received.raw, value: received.value },
    store,
  );
  if (result.is === "limited")
    return apiFailure(429, "too-many", tooMany(result.seconds), {
      headers: { "Retry-After": String(result.seconds) },
    });
  if (result.is === "other") return idempotencyKeyReused();
  return Response.json({ message: await message(result.is === "stored" ? result.result : null) });
}
