import { data } from "react-router";
import type * as z from "zod/mini";
import { getDb } from "#app/server/database/db.server.ts";
import { readApiRequest } from "#app/server/http/api-request.server.ts";
import { apiFailure, idempotencyKeyReused } from "#app/server/http/api-response.server.ts";
import { type FormState, unknownOutcomeOf, parseForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { type FormName, type StoreSubmission, receiveSubmission } from "./intake.server.ts";

function tooMany(seconds: number): string {
  const wait = seconds > 600 ? "an hour" : "a few minutes";
  return `Too many messages in a short time. Please wait ${wait} and send it again.`;
}

/** `stored` is null when the same form was stored before. */
type AnswerFor<R> = (stored: R | null) => Partial<FormState> | Promise<Partial<FormState>>;

export async function answerForm<S extends z.ZodMiniType, R>(
  request: Request,
  form: FormName,
  schema: S,
  store: StoreSubmission<z.output<S>, R>,
  answerFor: AnswerFor<R> = () => ({}),
) {
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
