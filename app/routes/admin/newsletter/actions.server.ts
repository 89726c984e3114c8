import { href, redirect } from "react-router";
import { createMailing } from "#app/features/newsletter/mailing-commands.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { formAction } from "#app/routes/admin/form-actions.server.ts";

export const newsletterActions = {
  write: formAction({
    failure: "Failed to begin a draft.",
    async run({ db, by, values }) {
      const id = await createMailing(db, by, guardOf(values).key);
      return redirect(href("/admin/newsletter/:id", { id }));
    },
  }),
};
