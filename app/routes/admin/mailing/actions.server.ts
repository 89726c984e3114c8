import {
  freeTimesText,
  whatsOnText,
  appendToMailing,
  archiveMailing,
  cancelMailing,
  deleteMailing,
  planProblem,
  restoreMailing,
  saveMailing,
  sendingWarnings,
  sendMailing,
  stopMailing,
  testMailing,
  whyNotSent,
} from "#app/features/newsletter/mailing-commands.server.ts";
import { mailingDeletion, mailingSchema } from "#app/features/newsletter/mailing-schema.ts";
import { mailchimpWrites } from "#app/features/newsletter/settings.server.ts";
import type { Mailing } from "#app/features/newsletter/mailing.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { ownerDeletionActions } from "#app/routes/admin/deletion.server.ts";
import { type ActionAnswer, ownerAction } from "#app/routes/admin/form-actions.server.ts";

export type MailingFormState = FormState & { warnings?: string[] };

type Given = { db: Db; by: Owner; mailing: Mailing };

const refusals = {
  "not-found": { message: "Not saved: this newsletter no longer exists.", status: 404 },
  changed: {
    message: "Not saved: it was changed in another tab. Copy your text, then reload this page.",
    status: 409,
  },
};

/** Every button of the editor saves first, so that what is sent is what stands there. */
const saving = (failure: string, then: (given: Given) => Promise<ActionAnswer<MailingFormState>>) =>
  ownerAction<MailingFormState, typeof mailingSchema>({
    schema: mailingSchema,
    failure,
    async run({ db, by, id, input, values }) {
      const plan = planProblem(input, new Date());
      if (Object.keys(plan).length > 0) return { ok: false, errors: plan };
      const saved = await saveMailing(db, by, { id, version: Number(values.version) }, input);
      if (saved.ok) {
        const answer = await then({ db, by, mailing: saved.mailing });
        // A refused form is shown again, and what it typed is saved by now.
        const version = String(saved.mailing.version);
        return answer.ok ? answer : { ...answer, values: { ...values, version } };
      }
      if (saved.reason === "picture")
        return { ok: false, errors: { pictureId: "This picture isn't ready. Choose another." } };
      return { ok: false, ...refusals[saved.reason] };
    },
  });

const ifSendable = async (
  { db, mailing }: Given,
  then: () => Promise<ActionAnswer<MailingFormState>>,
): Promise<ActionAnswer<MailingFormState>> => {
  const errors = await whyNotSent(db, mailing);
  return Object.keys(errors).length > 0 ? { ok: false, errors } : then();
};

const overtaken: FormState & { status: number } = {
  ok: false,
  message: "It was changed in another tab. Reload this page.",
  status: 409,
};

const adding = (none: string, textOf: (db: Db) => Promise<string>) =>
  saving("Failed to add it.", async ({ db, mailing }) => {
    const text = await textOf(db);
    if (!text) return { ok: false, message: none, status: 200 };
    const isAdded = await appendToMailing(db, mailing, text);
    return isAdded ? { ok: true, message: "It stands above your sign-off." } : overtaken;
  });

const byMailchimp =
  "Not sent: Mailchimp writes to your readers. Choose your site on the Newsletter page first.";

/** A warning asks for a second press. */
const sending = (warningsOf: () => Promise<string[]>) =>
  saving("Failed to send the newsletter.", (given) =>
    ifSendable(given, async () => {
      if (await mailchimpWrites(given.db)) return { ok: false, message: byMailchimp };
      const warnings = await warningsOf();
      if (warnings.length > 0)
        return { ok: false, warnings, notice: "Not sent yet: it may land in spam.", status: 422 };
      const isSent = await sendMailing(given.db, given.by, given.mailing);
      return isSent
        ? { ok: true, message: "It's waiting. You can cancel until it leaves." }
        : overtaken;
    }),
  );

export const mailingActions = {
  ...ownerDeletionActions({
    remove: deleteMailing,
    restore: restoreMailing,
    words: mailingDeletion,
  }),
  save: saving("Failed to save the newsletter.", () =>
    Promise.resolve({ ok: true, message: "Saved." }),
  ),
  test: saving("Failed to send the test.", (given) =>
    ifSendable(given, async () => {
      await testMailing(given.db, given.mailing);
      return { ok: true, message: "A test is on its way to you." };
    }),
  ),
  "free-times": adding("Nothing is free this week.", freeTimesText),
  "whats-on": adding("There are no dates to come.", () => Promise.resolve(whatsOnText())),
  send: sending(sendingWarnings),
  "send-anyway": sending(() => Promise.resolve([])),
  cancel: ownerAction({
    failure: "Failed to cancel it.",
    async run({ db, by, id }) {
      if (await cancelMailing(db, by, id))
        return { ok: true, message: "Cancelled. Nobody got it." };
      return { ok: false, message: "Too late to cancel: it has begun. You can stop the rest." };
    },
  }),
  archive: ownerAction({
    failure: "Failed to change it.",
    async run({ db, by, id, values }) {
      await archiveMailing(db, by, id, values.inArchive === "yes");
      return { ok: true, message: "Your site follows in a few seconds." };
    },
  }),
  stop: ownerAction({
    failure: "Failed to stop it.",
    async run({ db, by, id }) {
      if (await stopMailing(db, by, id))
        return { ok: true, message: "Stopped. The rest stay here." };
      return { ok: false, message: "Too late to stop: every email has left." };
    },
  }),
};
