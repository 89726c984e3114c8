import { data, href, redirect } from "react-router";
import type * as z from "zod/mini";
import { acceptQuote, findAcceptance } from "#app/features/quotes/acceptance.server.ts";
import { declineQuote, findDecline } from "#app/features/quotes/decisions.server.ts";
import type { ClientResult } from "#app/features/quotes/guard.server.ts";
import {
  acceptanceSchema,
  declineSchema,
  acceptanceToasts,
  declineToasts,
  notArrived,
  quoteNotFoundMessage,
  refusalMessages,
} from "#app/features/quotes/answer.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import { type ClientInfo, clientInfoOf } from "#app/server/http/client-info.server.ts";
import {
  type FormState,
  parseForm,
  readForm,
  typedValues,
  unknownOutcomeOf,
} from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

type Sent<Schema extends z.ZodMiniType> = z.output<Schema> & { slug: string; client: ClientInfo };

type ClientAnswer<Schema extends z.ZodMiniType> = {
  schema: Schema;
  record: (db: Db, sent: Sent<Schema>) => Promise<ClientResult>;
  /** Finds the record after its reply was lost. */
  find: (db: Db, sent: Sent<Schema>) => Promise<ClientResult | null>;
  next: (slug: string) => string;
  failure: FormToasts["failure"];
};

const answering =
  <Schema extends z.ZodMiniType>(answer: ClientAnswer<Schema>) =>
  async (request: Request, slug: string, isLook: boolean) => {
    const form = await parseForm(request, answer.schema);
    if (!form.ok) return form.reply;
    const { value, values } = form;
    const sent = { ...(value as object), slug, client: clientInfoOf(request) } as Sent<Schema>;
    if (isLook) return look(200);
    try {
      return reply(await answer.record(getDb(), sent));
    } catch (error) {
      log.error({ err: error }, "answer to a quote not recorded");
      if (unknownOutcomeOf(error).unknown) return look(503);
      const { title, detail } = answer.failure;
      return data<FormState>({ ok: false, message: title, detail, values }, 503);
    }

    /** `status`: for an answer that has not arrived. */
    async function look(status: number) {
      try {
        const found = await answer.find(getDb(), sent);
        if (found) return reply(found);
        return data<FormState>({ ok: false, notice: notArrived, values }, status);
      } catch (error) {
        log.error({ err: error }, "answer to a quote not found out");
        return data<FormState>({ ok: false, unknown: true, values }, 503);
      }
    }

    function reply(result: ClientResult) {
      if (result.ok) return redirect(answer.next(slug), 303);
      const { reason } = result;
      if (reason === "not-found")
        return data<FormState>({ ok: false, message: quoteNotFoundMessage, values }, 404);
      // A notice, since nothing failed: the page shows the changed or accepted quote.
      const kind = reason === "stale" || reason === "accepted" ? "notice" : "message";
      return data<FormState>({ ok: false, [kind]: refusalMessages[reason], values }, 409);
    }
  };

export const answerAcceptance = answering({
  schema: acceptanceSchema,
  record: acceptQuote,
  find: findAcceptance,
  next: (slug) =>
    `${href("/live-piano-services/quote-confirmation")}?${new URLSearchParams({ quote: slug })}`,
  failure: acceptanceToasts.failure,
});

export const answerDecline = answering({
  schema: declineSchema,
  record: declineQuote,
  find: findDecline,
  next: (slug) => `${href("/quotes/:slug?", { slug })}#outcome`,
  failure: declineToasts.failure,
});

/** Without scripts a button asks for the new total: fields come back unchecked. */
export async function previewTotal(request: Request) {
  return data<FormState>({ ok: true, values: typedValues(await readForm(request)) });
}
