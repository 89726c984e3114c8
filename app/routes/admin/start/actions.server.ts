import { href, redirect } from "react-router";
import { type DocumentName, isDocumentName, siteDocuments } from "#app/content/documents.ts";
import type { PictureValue } from "#app/content/fields.ts";
import { isRecord } from "#app/content/merge.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { isReserved } from "#app/features/launch/finding.ts";
import {
  isSetupStep,
  nextStep,
  type SetupStep,
  type StepState,
} from "#app/features/setup/model.ts";
import {
  getSteps,
  sendTestEmail,
  settleStep,
  skipOpenSteps,
} from "#app/features/setup/setup.server.tsx";
import { publishDocument } from "#app/features/site-publishing/commands.server.ts";
import { keepSamples, getSiteDocument } from "#app/features/site-content/queries.server.ts";
import { drawings } from "#app/features/site-content/samples.server.ts";
import { readWords, type WordsValues } from "#app/features/site-content/words-form.server.ts";
import { type ActionAnswer, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import {
  checkSenderDomain,
  senderDomain,
  type SenderRecord,
} from "#app/server/outbound/sender-domain.server.ts";
import { countOf } from "#app/values/wording.ts";

export type SetupState = FormState & { records?: SenderRecord[] };
type Answer = ActionAnswer<SetupState> | Response;

const notPublished = "Failed to publish. Please try again.";
const unclear: Answer = { ok: false, message: "Choose one of these.", status: 422 };

const serverSettings =
  "Whoever set up the server adds it to the server's settings: SMTP_URL, MAIL_FROM and the others are " +
  "explained in docs/operating.md.";

export const setupActions = {
  brand: ownerAction<SetupState>({
    failure: notPublished,
    run: ({ db, by, form, values }) =>
      publishPart(db, by, "site", {
        step: "brand",
        version: Number(values.version ?? 0),
        change: (published) => readWords(siteDocuments.site, form, published),
      }),
  }),
  palette: ownerAction<SetupState>({
    failure: notPublished,
    run: ({ db, by, values: { palette } }) =>
      publishPart(db, by, "site", { step: "colours", change: (site) => ({ ...site, palette }) }),
  }),
  share: ownerAction<SetupState>({
    failure: notPublished,
    run: ({ db, by, values: { picture = "" } }) =>
      publishPart(db, by, "titles", { change: (titles) => withShared(titles, picture) }),
  }),
  keep: ownerAction<SetupState>({
    failure: "Failed to keep them. Please try again.",
    async run({ db, by, values: { document = "", what } }) {
      if (!isDocumentName(document) || (what !== "words" && what !== "pictures")) return unclear;
      const kept = await keepSamples(db, by, document, what);
      if (kept === 0) return { ok: true, notice: "They are yours already." };
      const { label } = siteDocuments[document];
      return { ok: true, message: `${label}: ${countOf(kept, "sample")} kept as yours.` };
    },
  }),
  settle: ownerAction<SetupState>({
    failure: "Failed to save the step. Please try again.",
    async run({ db, by, values: { step, state } }) {
      if (!isSetupStep(step) || (state !== "done" && state !== "skipped")) return unclear;
      return settled(db, by, step, state);
    },
  }),
  "skip-rest": ownerAction<SetupState>({
    failure: "Failed to skip them. Please try again.",
    async run({ db, by }) {
      await skipOpenSteps(db, by);
      return redirect(href("/admin"), 303);
    },
  }),
  test: ownerAction<SetupState>({
    failure: "Email not sent. Please try again.",
    async run({ db, by }) {
      await sendTestEmail(db, by);
      if (getSettings().SMTP_URL)
        return { ok: true, message: "On its way. Look into your inbox, and into spam." };
      return {
        ok: true,
        message: "Saved, not sent: no mail server is set.",
        detail: serverSettings,
      };
    },
  }),
  domain: ownerAction<SetupState>({
    failure: "Failed to look up the domain. Please try again.",
    async run() {
      const domain = senderDomain(getSettings().MAIL_FROM);
      if (isReserved(domain))
        return {
          ok: false,
          message: `${domain} is a sample: the address that emails come from isn't set.`,
          detail: `It's MAIL_FROM. ${serverSettings}`,
          status: 422,
        };
      return {
        ok: true,
        message: `Looked up ${domain}.`,
        records: await checkSenderDomain(domain),
      };
    },
  }),
};

async function settled(db: Db, by: Owner, step: SetupStep, state: StepState) {
  await settleStep(db, by, step, state);
  const next = nextStep(await getSteps(db, by), step) ?? "launch";
  return redirect(`${href("/admin/start")}?step=${next}#step-${next}`, 303);
}

type Part = {
  /** Is done once it is public. */
  step?: SetupStep;
  /** The version that the form showed; the present one where it shows no words. */
  version?: number;
  change: (published: WordsValues) => WordsValues;
};

/** A draft would be lost under it, so it has to be settled first. */
async function publishPart(
  db: Db,
  by: Owner,
  name: DocumentName,
  { step, change, version }: Part,
): Promise<Answer> {
  const stands = await getSiteDocument(db, by, name);
  if (stands.hasDraft)
    return {
      ok: false,
      message: `Publish or discard your draft of “${stands.document.label}” first.`,
    };
  const edit = { version: version ?? stands.version, values: change(stands.published) };
  const outcome = await publishDocument(db, by, name, edit);
  if (outcome.ok) return step ? settled(db, by, step, "done") : { ok: true, message: "Published." };
  if (outcome.reason === "invalid") {
    const { errors } = outcome;
    // Beside the fields of the only form that has some.
    return step === "brand"
      ? { ok: false, errors }
      : { ok: false, message: Object.values(errors)[0], status: 422 };
  }
  if (outcome.reason === "page") return { ok: false, message: outcome.message, status: 422 };
  return { ok: false, message: "Not saved: this was changed in another tab meanwhile." };
}

/** In place of every drawing with the sample business name. */
function withShared(titles: WordsValues, id: string): WordsValues {
  const pages = Object.entries(titles).map(([name, page]) => {
    const { picture } = isRecord(page) ? (page as { picture?: PictureValue }) : {};
    if (!picture || drawings.get(picture.name)?.shape !== "share") return [name, page];
    return [name, { ...(page as object), picture: { name: id, alt: "", decorative: true } }];
  });
  return Object.fromEntries(pages);
}
