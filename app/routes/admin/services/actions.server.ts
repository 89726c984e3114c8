import { data } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { placeService, savePlaces } from "#app/features/services/service-commands.server.ts";
import { placesSchema } from "#app/features/services/service-schema.ts";
import { type ServiceIntent, serviceToasts } from "#app/features/services/service-words.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { ServicesState } from "./parts.tsx";

type Posted = { request: Request; form: FormData; by: Administrator };

const reply = (of: ServiceIntent, state: ServicesState, status = 200) =>
  data<ServicesState>({ ...state, of }, status);
const done = (of: ServiceIntent) =>
  reply(of, { ok: true, message: serviceToasts[of].success.title });
const gone = (of: ServiceIntent) =>
  reply(of, { ok: false, message: "This service no longer exists." }, 404);

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

async function postPlaces({ request, form, by }: Posted) {
  const of = "places";
  const typed = await parseForm(request, placesSchema);
  if (!typed.ok) return reply(of, typed.reply.data, 422);
  const seen = { studio: textOf(form, "seenStudio"), online: textOf(form, "seenOnline") };
  const outcome = await savePlaces(getDb(), by, { seen, places: typed.value });
  if (outcome.ok) return done(of);
  const { current } = outcome;
  const stands = [current.studio || "no address", current.online || "no link"].join("; ");
  const message = "Not saved: this was changed meanwhile.";
  const detail = `Now it is: ${stands}. What you typed is still here; save again to replace it.`;
  return reply(of, { ok: false, message, detail, values: typed.values, current }, 409);
}

async function postMove({ form, by }: Posted) {
  const to = Number(textOf(form, "to"));
  if (!Number.isInteger(to) || to < 0)
    return reply("move", { ok: false, message: "Choose an action." }, 400);
  return (await placeService(getDb(), by, { id: textOf(form, "id"), to }))
    ? done("move")
    : gone("move");
}

const servicesActions: Readonly<
  Record<string, (posted: Posted) => Promise<ReturnType<typeof reply>>>
> = {
  places: postPlaces,
  move: postMove,
};

export async function answerServices(request: Request, by: Administrator) {
  const form = await readForm(request);
  const intent = form.has("to") ? "move" : textOf(form, "intent");
  if (!Object.hasOwn(servicesActions, intent))
    return reply("save", { ok: false, message: "Choose an action." }, 400);
  try {
    return await servicesActions[intent]!({ request, form, by });
  } catch (error) {
    log.error({ err: error }, "services not saved");
    const of = intent as ServiceIntent;
    const values = { studio: textOf(form, "studio"), online: textOf(form, "online") };
    const message = serviceToasts[of].failure.title;
    return reply(of, { ok: false, message, values, ...unknownOutcomeOf(error) }, 503);
  }
}
