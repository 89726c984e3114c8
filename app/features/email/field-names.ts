import { aboutKinds, type AboutKind, emailFields } from "./fields.ts";
import { renamed } from "./placeholders.ts";

/* `{{Exam date}}` on screen is `{{exam_date}}` when stored and filled in. */

type EmailText = { subject: string; body: string };

const keysByName = new Map(
  aboutKinds.flatMap((kind) =>
    Object.entries(emailFields[kind]).map(([key, { label }]) => [label, key] as const),
  ),
);

/** The key itself where no record has it. */
export const fieldName = (key: string, kinds: readonly AboutKind[] = aboutKinds) =>
  kinds.map((kind) => emailFields[kind][key]).find((field) => field)?.label ?? key;

export const withFieldNames = (text: string, kinds?: readonly AboutKind[]) =>
  renamed(text, (key) => fieldName(key, kinds));

/** Unknown names stay, to be found as unknown. */
export const withFieldKeys = (text: string) =>
  renamed(text, (name) => keysByName.get(name) ?? name);

export const namedText = ({ subject, body }: EmailText, kinds?: readonly AboutKind[]) => ({
  subject: withFieldNames(subject, kinds),
  body: withFieldNames(body, kinds),
});

export const keyedText = <Text extends EmailText>(text: Text): Text => ({
  ...text,
  subject: withFieldKeys(text.subject),
  body: withFieldKeys(text.body),
});
