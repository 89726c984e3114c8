import { href, redirect } from "react-router";
import { createMailing } from "#app/features/newsletter/mailing-commands.server.ts";
import { subscriberList } from "#app/features/newsletter/model.ts";
import { recordConsent, tagReaders } from "#app/features/newsletter/consents.server.ts";
import { releaseReader, suppressBounced } from "#app/features/newsletter/suppression.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import {
  bouncedSchema,
  consentSchema,
  newsletterPaceSchema,
  tagSchema,
} from "#app/features/newsletter/mailing-schema.ts";
import { saveNewsletterSettings } from "#app/features/newsletter/settings.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { ownerAction } from "#app/routes/admin/form-actions.server.ts";

/** Of all readers that the page's search and filters find. */
const tagging = (adds: boolean) =>
  ownerAction({
    schema: tagSchema,
    failure: "Failed to save it.",
    async run({ db, by, input: { tag, query } }) {
      const list = readListQuery(new URLSearchParams(query), subscriberList);
      const count = await tagReaders(db, by, list, { tag, adds });
      return { ok: true, message: `${adds ? "Tagged" : "Untagged"} ${countOf(count, "reader")}.` };
    },
  });

export const newsletterActions = {
  write: ownerAction({
    failure: "Failed to begin a draft.",
    async run({ db, by, values }) {
      const id = await createMailing(db, by, guardOf(values).key);
      return redirect(href("/admin/newsletter/:id", { id }));
    },
  }),
  bounced: ownerAction({
    schema: bouncedSchema,
    failure: "Failed to save it.",
    async run({ db, by, input }) {
      const found = await suppressBounced(db, by, input.pasted);
      if (found.length > 0)
        return {
          ok: true,
          message: `No more newsletters to ${allOf(found)}. Other emails still go.`,
        };
      return { ok: false, errors: { pasted: "No reader who gets newsletters is named in it." } };
    },
  }),
  release: ownerAction({
    failure: "Failed to save it.",
    async run({ db, by, values }) {
      if (await releaseReader(db, by, values.id ?? "")) return { ok: true, message: "Saved." };
      return { ok: false, message: "This reader gets newsletters already." };
    },
  }),
  tag: tagging(true),
  untag: tagging(false),
  consent: ownerAction({
    schema: consentSchema,
    failure: "Failed to save it.",
    async run({ db, by, input: { words, query } }) {
      const list = readListQuery(new URLSearchParams(query), subscriberList);
      const count = await recordConsent(db, by, list, words);
      if (count > 0) return { ok: true, message: `On file for ${countOf(count, "reader")}.` };
      return { ok: false, errors: { words: "None of the readers found above needs it." } };
    },
  }),
  pace: ownerAction({
    schema: newsletterPaceSchema,
    failure: "Failed to save it.",
    async run({ db, by, input }) {
      if (await saveNewsletterSettings(db, by, input)) return { ok: true, message: "Saved." };
      const sender = "A newsletter is on its way. Cancel or stop it first.";
      return { ok: false, errors: { sender } };
    },
  }),
};
