import { type ActionFunctionArgs, data } from "react-router";
import * as z from "zod/mini";
import type { Administrator } from "#app/features/auth/model.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  typedValues,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { currentAdministrator } from "./administrator.server.ts";

type Given<Input> = {
  db: Db;
  by: Administrator;
  form: FormData;
  input: Input;
  /** As typed, for a reply that refuses them. */
  values: Record<string, string>;
};

/** The response has status 200 unless `status` is set. */
type ActionAnswer<State extends FormState = FormState> = State & { status?: number };

type FormAction<State extends FormState> = {
  failure: string;
  answer: (request: Request, given: Given<undefined>) => Promise<ActionAnswer<State>>;
};

/** Without a schema `run` reads the form. `failure`: shown for errors that `run` doesn't expect. */
export function formAction<
  State extends FormState,
  Schema extends z.ZodMiniType = z.ZodMiniType<undefined>,
>({
  schema,
  run,
  failure,
}: {
  schema?: Schema;
  run: (given: Given<z.output<Schema>>) => Promise<ActionAnswer<State>>;
  failure: string;
}): FormAction<State> {
  return { failure, answer };

  async function answer(request: Request, given: Given<undefined>): Promise<ActionAnswer<State>> {
    if (!schema) return run(given as Given<z.output<Schema>>);
    const parsed = await parseForm(request, schema);
    if (!parsed.ok) return { ...parsed.reply.data, status: 422 } as ActionAnswer<State>;
    return run({ ...given, input: parsed.value });
  }
}

/** Runs the action that the form's intent names. */
export function answerForms<State extends FormState>(table: Record<string, FormAction<State>>) {
  return async ({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) => {
    const form = await readForm(request);
    const by = currentAdministrator(context);
    const intent = String(form.get("intent"));
    const reply = ({ status = 200, ...state }: ActionAnswer<FormState>) =>
      data({ ...state, intent } as State & { intent: string }, status);
    const action = Object.hasOwn(table, intent) ? table[intent] : undefined;
    if (!action) return reply({ ok: false, message: "Choose an action.", status: 400 });
    const values = typedValues(form);
    try {
      return reply(
        await action.answer(request, { db: getDb(), by, form, input: undefined, values }),
      );
    } catch (error) {
      log.error({ err: error, intent }, "form action failed");
      const message = action.failure;
      return reply({ ok: false, message, ...unknownOutcomeOf(error), values, status: 503 });
    }
  };
}
