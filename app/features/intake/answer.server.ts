import { data } from "react-router";
import type * as z from "zod/mini";
import { getDb } from "#app/server/database/db.server.ts";
import { readApiRequest } from "#app/server/http/api-request.server.ts";
import { apiFailure, idempotencyKeyReused } from "#app/server/http/api-response.server.ts";
import { type FormState, unknownOutcomeNotice, parseForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { type FormName, type StoreSubmission, receiveSubmission } from "./intake.server.ts";

/** @param seconds until there is room for another */
function tooMany(seconds: number): string {
  const wait = seconds > 600 ? "an hour" : "a few minutes";
  return `That's a lot in a short time. Please wait ${wait} and send it again.`;
}

/** What a page says when a form was stored, now or before; nothing more unless the form has something to say. */
type Say<R> = (result: R | null) => Partial<FormState> | Promise<Partial<FormState>>;

/** The action of a public form: checked, taken in, answered; kept in the page when it cannot be stored. */
export async function answerForm<S extends z.ZodMiniType, R>(
  request: Request,
  form: FormName,
  schema: S,
  store: StoreSubmission<z.output<S>, R>,
  say: Say<R> = () => ({}),
) {
  const posted = await parseForm(request, schema);
  if (!posted.ok) return posted.reply;
  const { value, values } = posted;
  try {
    const outcome = await receiveSubmission(
      getDb(),
      { request, form, kind: "page", raw: values, value },
      store,
    );
    if (outcome.is === "limited")
      return data<FormState>(
        { ok: false, message: tooMany(outcome.seconds), values },
        { status: 429, headers: { "Retry-After": String(outcome.seconds) } },
      );
    return data<FormState>({
      ok: true,
      ...(await say(outcome.is === "stored" ? outcome.result : null)),
    });
  } catch (error) {
    log.error({ err: error, form }, "form not stored");
    return data<FormState>({ ok: false, ...unknownOutcomeNotice(error), values }, 503);
  }
}

/** The same for programs: a JSON payload in, JSON out. `message` makes the words of success. */
export async function answerApiRequest<S extends z.ZodMiniType, R>(
  request: Request,
  form: FormName,
  schema: S,
  store: StoreSubmission<z.output<S>, R>,
  message: (result: R | null) => string | Promise<string>,
): Promise<Response> {
  const call = await readApiRequest(request, schema);
  if (!call.ok) return call.reply;
  const outcome = await receiveSubmission(
    getDb(),
    { request, form, kind: "api", raw: call.raw, value: call.value },
    store,
  );
  if (outcome.is === "limited")
    return apiFailure(429, "too-many", tooMany(outcome.seconds), {
      headers: { "Retry-After": String(outcome.seconds) },
    });
  if (outcome.is === "other") return idempotencyKeyReused();
  return Response.json({ message: await message(outcome.is === "stored" ? outcome.result : null) });
}
