import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { createService, saveService } from "#app/features/services/service-commands.server.ts";
import {
  serviceSchema,
  storedColumns,
  postedService,
  serviceTexts,
} from "#app/features/services/service-schema.ts";
import { serviceToasts } from "#app/features/services/service-words.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { mergeTexts } from "#app/values/merge-texts.ts";
import type { ServiceState } from "./form.tsx";

export async function answerService(request: Request, by: Administrator, id: string) {
  const form = await parseForm(request, serviceSchema);
  const values = form.ok ? form.values : (form.reply.data.values ?? {});
  const version = Number(values.version) || 0;
  const seen = seenTexts(values.seen ?? "");
  // The form keeps the version it was opened with, even if the page reloads.
  const opened = seen && { current: { version, seen, theirs: {} } };
  if (!form.ok)
    return data<ServiceState>({ ...form.reply.data, ...opened }, form.reply.init?.status ?? 422);
  try {
    const input = form.value;
    const outcome =
      id === "new"
        ? await createService(getDb(), by, input, guardOf(values).key)
        : await saveService(getDb(), by, { id, version, input });
    if (outcome.ok && id === "new") return redirect(href("/admin/services"), 303);
    if (outcome.ok)
      return data<ServiceState>({ ok: true, message: serviceToasts.save.success.title });
    if (outcome.reason === "not-found")
      return data<ServiceState>(
        { ok: false, message: "This service no longer exists.", values },
        404,
      );
    if (outcome.reason === "invalid")
      return data<ServiceState>({ ok: false, errors: outcome.errors, values, ...opened }, 422);
    const stands = serviceTexts(storedColumns(outcome.current));
    const merged = mergeTexts(seen ?? stands, postedService(values), stands);
    const current = { version: outcome.current.version, seen: stands, theirs: merged.theirs };
    const message =
      "Not saved: this service was changed meanwhile. What you typed is still here: check it and save again.";
    return data<ServiceState>({ ok: false, message, values: merged.texts, current }, 409);
  } catch (error) {
    log.error({ err: error }, "service not saved");
    const message = serviceToasts[id === "new" ? "create" : "save"].failure.title;
    return data<ServiceState>(
      { ok: false, message, values, ...opened, ...unknownOutcomeOf(error) },
      503,
    );
  }
}

function seenTexts(json: string) {
  try {
    return postedService(JSON.parse(json));
  } catch {
    return null;
  }
}
