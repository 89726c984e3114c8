import {
  type DocumentName,
  documentNames,
  siteDocuments,
  type SiteWords,
} from "#app/content/documents.ts";
import type { WordsField } from "#app/content/fields.ts";
import { paletteNames, paletteOf } from "#app/content/palettes.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Finding } from "#app/features/launch/finding.ts";
import {
  backupFindings,
  keyFindings,
  recordFindings,
} from "#app/features/launch/records.server.ts";
import { choiceFindings, settingFindings } from "#app/features/launch/settings.server.ts";
import { listServiceGaps } from "#app/features/services/queries.server.ts";
import { nextStep, setupStepNames } from "#app/features/setup/model.ts";
import {
  getSteps,
  getTestEmail,
  isLaunched,
  settleLaunch,
} from "#app/features/setup/setup.server.tsx";
import { withFillInNames } from "#app/features/site-content/field-text.ts";
import {
  listPublicSamples,
  mayBeKept,
  getSiteDocument,
} from "#app/features/site-content/queries.server.ts";
import type { SampleFinding } from "#app/features/site-content/samples.server.ts";
import { smallPath } from "#app/features/site-pictures/model.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { senderDomain } from "#app/server/outbound/sender-domain.server.ts";

const logoFields = ["wordmark", "symbol"] as const;
const brandFields = ["brand", "person", "firstName", "role", "place", "suburb", "email"] as const;

/** What `npm run launch-check` finds beside the words. */
async function launchFindings(db: Db, now: Date): Promise<Finding[]> {
  const { DATA_DIR, BACKUP_KEY_FILE } = getSettings();
  return [
    ...settingFindings(process.env),
    ...(await recordFindings(db)),
    ...backupFindings(DATA_DIR, now),
    ...keyFindings(BACKUP_KEY_FILE),
  ];
}

/** For Today: the steps, then what is left before going live. Null once that has been nothing. */
export async function getSetupProgress(db: Db, by: Owner, now: Date) {
  const states = await getSteps(db, by);
  if (nextStep(states) !== null)
    return { settled: Object.keys(states).length, all: setupStepNames.length, left: null };
  if (await isLaunched(db)) return null;
  const words = (await listPublicSamples(db, by)).filter(({ mayBeMeant }) => !mayBeMeant);
  const left = (await launchFindings(db, now)).length + words.length;
  if (left > 0) return { settled: setupStepNames.length, all: setupStepNames.length, left };
  await settleLaunch(db, by);
  return null;
}

export type SetupData = Awaited<ReturnType<typeof readSetup>>;

export async function readSetup(db: Db, by: Administrator, now: Date) {
  const samples = await listPublicSamples(db, by);
  const site = await getSiteDocument(db, by, "site");
  const { MAIL_FROM, SMTP_URL } = getSettings();
  const pictures = await listPictures(db, by);
  const { logo } = site.published as SiteWords["site"];
  return {
    states: await getSteps(db, by),
    isLaunched: await isLaunched(db),
    brand: {
      version: site.version,
      hasDraft: site.hasDraft,
      fields: brandFields.map((name) => {
        const { label, most = 120 } = siteDocuments.site.fields[name] as WordsField;
        return { name, label, most, text: withFillInNames(String(site.published[name])) };
      }),
      logos: logoFields.map((shape) => ({
        shape,
        label: siteDocuments.site.fields.logo.fields[shape].label,
        name: logo[shape].name,
        choices: pictures
          .filter((one) => one.shape === shape && one.state === "ready")
          .map(({ id, fileName, width }) => ({
            name: id,
            label: fileName,
            src: smallPath(id, shape, width!),
          })),
      })),
    },
    palette: String(site.published.palette),
    palettes: paletteNames.map((name) => ({ name, ...paletteOf(name) })),
    words: byDocument(samples.filter(({ picture, mayBeMeant }) => !picture && !mayBeMeant)),
    pictures: byDocument(samples.filter(({ picture }) => picture && picture !== "share")),
    shared: {
      left: samples.filter(({ picture }) => picture === "share").length,
      choices: pictures
        .filter(({ shape, state }) => shape === "share" && state === "ready")
        .map(({ id, fileName }) => ({ id, fileName })),
    },
    gaps: await listServiceGaps(db),
    testEmail: await getTestEmail(db, by),
    domain: senderDomain(MAIL_FROM),
    sendsEmail: SMTP_URL !== undefined,
    findings: await launchFindings(db, now),
    choices: choiceFindings(process.env),
    samples,
  };
}

export type SampleGroup = {
  document: DocumentName;
  label: string;
  samples: SampleFinding[];
  /** How many of them she can keep as they are. */
  keepable: number;
};

function byDocument(samples: readonly SampleFinding[]): SampleGroup[] {
  return documentNames.flatMap((document) => {
    const own = samples.filter((one) => one.document === document);
    const keepable = own.filter(mayBeKept).length;
    const { label } = siteDocuments[document];
    return own.length > 0 ? [{ document, label, samples: own, keepable }] : [];
  });
}
