import type { mailingPictures, mailings } from "#app/server/database/tables.server.ts";
import type { Tone } from "#app/ui/badge.tsx";
import type { FieldErrors } from "#app/values/rules.ts";
import { countCharacters } from "#app/values/text.ts";

export type Mailing = typeof mailings.$inferSelect;
export type MailingPicture = Pick<
  typeof mailingPictures.$inferSelect,
  "mailingId" | "pictureId" | "width" | "height"
>;

/** What the owner writes. */
export type MailingText = Pick<
  Mailing,
  "subject" | "body" | "pictureAlt" | "buttonLabel" | "buttonUrl"
>;

export const mailingLimits = { subject: 120, body: 20_000, line: 300, url: 500 } as const;

/** In minutes, in which a newsletter can be called back. */
export const cancelMinutes = 10;

export const mailingStateLabels: Record<Mailing["state"], string> = {
  draft: "Draft",
  waiting: "Waiting",
  sending: "Sending",
  sent: "Sent",
  stopped: "Stopped",
};

export const mailingTones: Record<Mailing["state"], Tone> = {
  draft: "quiet",
  waiting: "waiting",
  sending: "waiting",
  sent: "good",
  stopped: "bad",
};

/* The text: an empty line starts a paragraph, `# ` a heading, and `[words](address)` is a link. */

type TextPart = { text: string; url?: string };
type Block = { kind: "heading" | "paragraph"; parts: TextPart[] };

const linkPattern = /\[([^[\]]*)\]\(([^()\s]*)\)/g;

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: whole, 1: words = "", 2: url = "", index } of text.matchAll(linkPattern)) {
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: words, url });
    at = index + whole.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

export function blocksOf(body: string): Block[] {
  const paragraphs = body
    .split(/\n\s*\n|\n(?=# )|(?<=^# .*)\n/m)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs.map((paragraph) =>
    paragraph.startsWith("# ")
      ? { kind: "heading", parts: partsOf(paragraph.slice(2).trim()) }
      : { kind: "paragraph", parts: partsOf(paragraph) },
  );
}

/** The first lines, which email apps and feeds show beside the subject. */
export const beginningOf = (body: string): string =>
  blocksOf(body)
    .filter(({ kind }) => kind === "paragraph")
    .map(({ parts }) => parts.map(({ text }) => text).join(""))
    .join(" ")
    .replace(/\s+/g, " ");

/** A page of the site, or an address anywhere. */
const leadsSomewhere = (url: string): boolean =>
  /^\/(?!\/)\S*$|^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/.test(url) ||
  (/^https?:\/\/[^\s/]+\.[^\s/]+/.test(url) && URL.canParse(url));

/** Why it can't be sent yet, by field. */
export function problemsOf(
  { subject, body, pictureAlt, buttonLabel, buttonUrl }: MailingText,
  hasPicture: boolean,
): FieldErrors {
  const { subject: longest } = mailingLimits;
  const length = countCharacters(subject);
  const links = blocksOf(body).flatMap(({ parts }) => parts.filter((part) => "url" in part));
  const wrong = links.find(({ text, url = "" }) => !text.trim() || !leadsSomewhere(url));
  const problems: [field: string, message: string | false][] = [
    ["subject", !subject && "Write a subject."],
    ["subject", length > longest && `Use at most ${longest} characters: these are ${length}.`],
    ["body", !body.trim() && "Write something first."],
    ["body", wrong !== undefined && linkProblem(wrong)],
    ["pictureAlt", hasPicture && !pictureAlt && "Describe the picture for those who don't see it."],
    ["buttonLabel", buttonUrl !== "" && !buttonLabel && "What does the button say?"],
    ["buttonUrl", buttonLabel !== "" && !buttonUrl && "Where does the button lead?"],
    ["buttonUrl", buttonUrl !== "" && !leadsSomewhere(buttonUrl) && notAnAddress],
  ];
  const found = problems.filter((one): one is [string, string] => one[1] !== false);
  // The first of each field.
  return Object.fromEntries(found.toReversed());
}

const notAnAddress = "Begin with https://, or with / for a page of this site.";

function linkProblem({ text, url = "" }: TextPart): string {
  if (!text.trim()) return `The link to ${url || "nowhere"} has no words: [words](address).`;
  if (!url) return `The link “${text}” leads nowhere: write its address in the ( ).`;
  return `The link “${text}” leads to “${url}”. ${notAnAddress}`;
}

/* Who gets it. */

const formLabels: Readonly<Record<string, string>> = {
  footer: "at the foot of a page",
  call: "through another site",
  earlier: "with my earlier newsletter form",
};

export const formInWords = (form: string) => formLabels[form] ?? `in “${form}”`;

export type MailingAudience = { value: string; label: string; count: number };

/** `reached`: subscribed, agreed to words on file, and no refusal since. */
export type AudienceCounts = { reached: number; withoutConsent: number; suppressed: number };

export function pictureFile({ mailingId, pictureId }: MailingPicture): string {
  return `${mailingId}-${pictureId.slice(0, 8)}.jpg`;
}
