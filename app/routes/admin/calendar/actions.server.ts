import { type ActionFunctionArgs, data } from "react-router";
import * as z from "zod/mini";
import { makeCalendarLink } from "#app/features/ameb/calendar-link.server.ts";
import { calendarSourceSchema, aheadInWords } from "#app/features/calendars/schema.ts";
import {
  addCalendarSource,
  checkCalendarSource,
  removeCalendarSource,
} from "#app/features/calendars/sources.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  typedValues,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";

/** `link`: the owner's own calendar, just created. */
export type CalendarState = FormState & { link?: string };

export const answerCalendarForms = answerForms<CalendarState>({
  make: formAction({
    failure: "Failed to create your link.",
    run: async ({ db, by }) => ({ ok: true, link: await makeCalendarLink(db, by) }),
  }),
  "add-source": formAction({
    schema: calendarSourceSchema,
    failure: "Failed to add the calendar.",
    async run({ db, by, input, values }) {
      const added = await addCalendarSource(db, by, input);
      if (!added.ok) return { ...added, values, status: 422 };
      return { ok: true, message: `Calendar added. It has ${aheadInWords(added.ahead)}.` };
    },
  }),
  "check-source": formAction({
    failure: "Failed to check the calendar.",
    async run({ db, by, form }) {
      const source = await checkCalendarSource(db, by, String(form.get("id") ?? ""));
      if (!source)
        return { ok: false, message: "That calendar was removed meanwhile.", status: 404 };
      const { name, failingSince, error, ahead } = source;
      return failingSince
        ? { ok: false, message: `${name} isn't working. ${error}` }
        : { ok: true, message: `${name} works: ${aheadInWords(ahead)}.` };
    },
  }),
  "remove-source": formAction({
    failure: "Failed to remove the calendar.",
    async run({ db, by, form }) {
      await removeCalendarSource(db, by, String(form.get("id") ?? ""));
      return { ok: true, message: "Calendar removed." };
    },
  }),
});

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
function formAction<
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
function answerForms<State extends FormState>(table: Record<string, FormAction<State>>) {
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
