import { href, redirect } from "react-router";
import { guardOf } from "#app/features/intake/model.ts";
import { createService, saveService } from "#app/features/services/service-commands.server.ts";
import {
  postedService,
  serviceSchema,
  serviceTexts,
  storedColumns,
} from "#app/features/services/service-schema.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";
import type { ServiceState } from "./form.tsx";

const gone = { ok: false, message: "This service no longer exists.", status: 404 };

export const answerService = answerForms<ServiceState>(
  {
    create: formAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to add the service.",
      async run({ db, by, input, values }) {
        const outcome = await createService(db, by, input, guardOf(values).key);
        if (outcome.ok) return redirect(href("/admin/services"), 303);
        return { ok: false, errors: outcome.errors };
      },
    }),
    save: formAction<ServiceState, typeof serviceSchema>({
      schema: serviceSchema,
      failure: "Failed to save the service.",
      async run({ db, by, id, input, values }) {
        const version = Number(values.version) || 0;
        const outcome = await saveService(db, by, { id, version, input });
        if (outcome.ok) return { ok: true, message: "Service saved." };
        if (outcome.reason === "not-found") return gone;
        if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
        const current = serviceTexts(storedColumns(outcome.current));
        const seen = readSeen(values.seen, postedService) ?? current;
        const { texts, theirs } = mergeTexts(seen, postedService(values), current);
        const opened = { version: String(outcome.current.version), seen: JSON.stringify(current) };
        return {
          ok: false,
          message:
            "Not saved: this service was changed meanwhile. What you typed is still here: check it and save again.",
          values: { ...texts, ...opened },
          theirs,
        };
      },
    }),
  },
  () => "save",
);
