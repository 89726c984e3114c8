import { type ActionFunctionArgs, data } from "react-router";
import * as z from "zod/mini";
import { type Administrator, isOwner, type Owner } from "#app/features/auth/model.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import {
  type FormState,
  readForm,
  typedValues,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { check, formValues } from "#app/values/rules.ts";

type Given<Input> = {
  db: Db;
  by: Administrator;
  /** The record in the page's address; empty for a page without one. */
  id: string;
  form: FormData;
  input: Input;
  values: Record<string, string>;
  /** Adds to every refusal and failure, besides `values`. */
  keep: (state: object) => void;
};

/** `status` is 200 for `ok`, else 422 with errors and 409 without. A refusal keeps what was typed. */
export type ActionAnswer<State extends FormState = FormState> = State & { status?: number };

type FormAction<State extends FormState> = {
  failure: string;
  answer: (given: Given<undefined>) => Promise<ActionAnswer<State> | Response>;
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
  run: (given: Given<z.output<Schema>>) => Promise<ActionAnswer<NoInfer<State>> | Response>;
  failure: string;
}): FormAction<State> {
  return { failure, answer };

  async function answer(given: Given<undefined>) {
    if (!schema) return run(given as Given<z.output<Schema>>);
    const checked = check(schema, formValues(given.form));
    if (!checked.ok) return { ok: false, errors: checked.errors } as ActionAnswer<State>;
    return run({ ...given, input: checked.value });
  }
}

/** Like `formAction`; whoever is not the owner is told so, and keeps what was typed. */
export function ownerAction<
  State extends FormState,
  Schema extends z.ZodMiniType = z.ZodMiniType<undefined>,
>({
  run,
  ...action
}: {
  schema?: Schema;
  run: (
    given: Given<z.output<Schema>> & { by: Owner },
  ) => Promise<ActionAnswer<NoInfer<State>> | Response>;
  failure: string;
}): FormAction<State> {
  return {
    failure: action.failure,
    // Before the schema: what else is wrong is no concern of theirs.
    async answer(given) {
      const { by } = given;
      const message = "Not done: only the owner can do this.";
      if (!isOwner(by)) return { ok: false, message, status: 403 } as ActionAnswer<State>;
      return formAction<State, Schema>({
        ...action,
        run: (checked) => run({ ...checked, by }),
      }).answer(given);
    },
  };
}

/** A page's actions by the intent of its forms; `otherwise` names that of a form without one. */
export function answerForms<State extends FormState>(
  table: Record<string, FormAction<State>>,
  otherwise: (form: FormData) => string = () => "",
) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const form = await readForm(request);
    const by = currentAdministrator(context);
    const intent = String(form.get("intent") ?? otherwise(form));
    const values = typedValues(form);
    let kept = {};
    const keep = (state: object) => {
      kept = state;
    };
    const reply = ({ status, ...state }: ActionAnswer<FormState>) =>
      data(
        { ...(!state.ok && { values, ...kept }), ...state, intent } as State & { intent: string },
        status ?? (state.ok ? 200 : state.errors ? 422 : 409),
      );
    const action = Object.hasOwn(table, intent) ? table[intent] : undefined;
    if (!action) return reply({ ok: false, message: "Choose an action.", status: 400 });
    try {
      const { id = "" } = params;
      const given = { db: getDb(), by, id, form, input: undefined, values, keep };
      const answer = await action.answer(given);
      return answer instanceof Response ? answer : reply(answer);
    } catch (error) {
      if (error instanceof Response) throw error;
      log.error({ err: error, intent }, "form action failed");
      const message = action.failure;
      return reply({ ok: false, failed: true, message, ...unknownOutcomeOf(error), status: 503 });
    }
  };
}
