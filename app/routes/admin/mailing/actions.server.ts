import {
  cancelMailing,
  deleteMailing,
  planProblem,
  restoreMailing,
  saveMailing,
  sendMailing,
  stopMailing,
  testMailing,
  whyNotSent,
} from "#app/features/newsletter/mailing-commands.server.ts";
import { mailingDeletion } from "#app/features/newsletter/mailing-copy.ts";
import type { Mailing } from "#app/features/newsletter/mailing.ts";
import { mailingSchema } from "#app/features/newsletter/mailing-schema.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { deletionActions } from "#app/routes/admin/deletion.server.ts";
import { type ActionAnswer, formAction } from "#app/routes/admin/form-actions.server.ts";

type Given = { db: Db; by: Administrator; mailing: Mailing };

const refusals = {
  "not-found": { message: "Not saved: this newsletter no longer exists.", status: 404 },
  changed: {
    message: "Not saved: it was changed in another tab. Copy your text, then reload this page.",
    status: 409,
  },
};

/** Every button of the editor saves first, so that what is sent is what stands there. */
const saving = (failure: string, then: (given: Given) => Promise<ActionAnswer>) =>
  formAction({
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
  then: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> => {
  const errors = await whyNotSent(db, mailing);
  return Object.keys(errors).length > 0 ? { ok: false, errors } : then();
};

const overtaken: FormState & { status: number } = {
  ok: false,
  message: "It was changed in another tab. Reload this page.",
  status: 409,
};

export const mailingActions = {
  ...deletionActions({ remove: deleteMailing, restore: restoreMailing, words: mailingDeletion }),
  save: saving("Failed to save the newsletter.", () =>
    Promise.resolve({ ok: true, message: "Saved." }),
  ),
  test: saving("Failed to send the test.", (given) =>
    ifSendable(given, async () => {
      await testMailing(given.db, given.mailing);
      return { ok: true, message: "A test is on its way to you." };
    }),
  ),
  send: saving("Failed to send the newsletter.", (given) =>
    ifSendable(given, async () => {
      const isSent = await sendMailing(given.db, given.by, given.mailing);
      return isSent
        ? { ok: true, message: "It's waiting. You can cancel until it leaves." }
        : overtaken;
    }),
  ),
  cancel: formAction({
    failure: "Failed to cancel it.",
    async run({ db, by, id }) {
      if (await cancelMailing(db, by, id))
        return { ok: true, message: "Cancelled. Nobody got it." };
      return { ok: false, message: "Too late to cancel: it has begun. You can stop the rest." };
    },
  }),
  stop: formAction({
    failure: "Failed to stop it.",
    async run({ db, by, id }) {
      if (await stopMailing(db, by, id))
        return { ok: true, message: "Stopped. The rest stay here." };
      return { ok: false, message: "Too late to stop: every email has left." };
    },
  }),
};
