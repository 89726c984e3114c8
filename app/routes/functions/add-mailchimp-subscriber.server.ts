import { answerApiRequest } from "#app/features/intake/answer.server.ts";
import { subscribe } from "#app/features/newsletter/commands.server.ts";
import { alreadySubscribed, subscribed } from "#app/features/newsletter/model.ts";
import { newsletterSchema } from "#app/features/newsletter/schema.ts";
import { isAlreadyOnList } from "#app/routes/newsletter/already.server.ts";
import { clientInfoOf } from "#app/server/http/client-info.server.ts";

export function addMailchimpSubscriber(request: Request): Promise<Response> {
  return answerApiRequest(
    request,
    "newsletter",
    newsletterSchema,
    (tx, input, arrival) =>
      subscribe(tx, input, arrival, { form: "call", ...clientInfoOf(request) }),
    async (outcome) => ((await isAlreadyOnList(outcome)) ? alreadySubscribed : subscribed),
  );
}
