import { placeService, savePlaces } from "#app/features/services/service-commands.server.ts";
import { placesSchema } from "#app/features/services/service-schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";

/** A form without an intent moves a service. */
export const answerServices = answerForms<FormState>(
  {
    places: formAction({
      schema: placesSchema,
      failure: "Failed to save the address and link.",
      async run({ db, by, input, values }) {
        const seen = { studio: values.seenStudio ?? "", online: values.seenOnline ?? "" };
        const outcome = await savePlaces(db, by, { seen, places: input });
        if (outcome.ok) return { ok: true, message: "Address and link saved." };
        const { studio, online } = outcome.current;
        const stands = [studio || "no address", online || "no link"].join("; ");
        return {
          ok: false,
          message: "Not saved: this was changed meanwhile.",
          detail: `Now it is: ${stands}. What you typed is still here; save again to replace it.`,
          values: { ...values, seenStudio: studio, seenOnline: online },
        };
      },
    }),
    move: formAction({
      failure: "Failed to save the order.",
      async run({ db, by, values: { id = "", to = "" } }) {
        const position = Number(to);
        if (!Number.isInteger(position) || position < 0)
          return { ok: false, message: "Choose an action.", status: 400 };
        return (await placeService(db, by, { id, to: position }))
          ? { ok: true, message: "Order saved." }
          : { ok: false, message: "This service no longer exists.", status: 404 };
      },
    }),
  },
  (form) => (form.has("to") ? "move" : ""),
);
