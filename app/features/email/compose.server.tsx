import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  recordSubmission,
  type SubmissionIdentity,
  answerEnquiry,
} from "#app/features/intake/submission.server.ts";
import { missingFields, fill } from "./fields.ts";
import type { EmailSource } from "./model.ts";
import { queueEmails, ownerEmail } from "./outbox.server.ts";
import type { ComposedEmailInput } from "./templates.ts";
import { type ReactNode, Fragment } from "react";
import { cutCharacters } from "#app/values/text.ts";
import { EmailLayout, withoutSignOff, callable, emailColour, emailFonts } from "./email-layout.tsx";
import {
  Action,
  beforeLabel,
  brokenLines,
  type EmailFact,
  Facts,
  softPast,
  Text,
  typographic,
} from "./email-parts.tsx";

/** Recognises the same email sent twice; without a key every one is new. */
type EmailSubmission = Pick<SubmissionIdentity, "kind" | "key">;

/** Only `sent` sends. `gone`: no record; `other`: the key of another email; `missing`: gaps nobody has confirmed. */
type ComposedEmailResult = "sent" | "repeated" | "gone" | "other" | { missing: string[] };

/** Fills placeholders from the record as it is now. */
export function sendComposedEmail(
  db: Db,
  by: Administrator,
  { anyway, ...input }: ComposedEmailInput & { anyway?: boolean },
  about: EmailSource | null,
  { kind, key }: EmailSubmission,
  now = new Date(),
): Promise<ComposedEmailResult> {
  return db.transaction(async (tx) => {
    const found = about && (await about.read(tx));
    if (about && !found) return "gone";
    const record = found?.record ?? {};
    const missing = about && !anyway ? missingFields([input.subject, input.body], record) : [];
    if (missing.length > 0) return { missing };
    if (key) {
      const content = { input, about: about && { kind: about.kind, id: about.id } };
      const identity = { form: `email of ${by.userId}`, kind, key, content };
      const submission = await recordSubmission(tx, identity, now);
      if (submission !== "new") return submission;
    }
    // The page is the client's: nobody else gets its link.
    const isToClient = found?.recipientEmail.toLowerCase() === input.recipientEmail.toLowerCase();
    const subject = fill(input.subject, record);
    await queueEmails(tx, {
      kind: "composed",
      recipient: input.recipientEmail,
      replyTo: ownerEmail(),
      subject,
      body: (
        <ComposedEmail
          body={fill(input.body, record)}
          {...(isToClient && found?.page && { action: found.page })}
        />
      ),
      ...(about?.kind === "quotes" && { quoteId: about.id }),
      ...(about?.kind === "invoices" && { salesInvoiceId: about.id }),
      ...(about?.kind === "appointments" && { appointmentId: about.id }),
      ...(about?.kind === "ameb-bookings" && { amebBookingId: about.id }),
      ...(about?.kind === "inbox" && { contactMessageId: about.id }),
    });
    if (about?.kind === "inbox") await answerEnquiry(tx, by.email, about.id, now);
    const label = `${subject} to ${input.recipientEmail}`;
    const entry = { actor: by.email, action: "wrote", subject: { kind: "letter", label } } as const;
    await recordActivity(tx, entry, now);
    return "sent";
  });
}

type Props = {
  body: string;
  /** The paragraph of `body` that is set apart: its facts, line by line. */
  details?: string;
  drawnDetails?: ReactNode;
  /** The event no longer takes place. */
  isOff?: boolean;
  action?: { href: string; label: string };
  note?: string;
  children?: ReactNode;
};

export function ComposedEmail({ body, action, note, children, ...paragraphs }: Props) {
  const { text, closing } = withoutSignOff(body);
  return (
    <EmailLayout preview={cutCharacters(body, 120)} signed={closing || true} note={note}>
      <Paragraphs {...paragraphs}>{text}</Paragraphs>
      {children}
      {action && <Action href={action.href}>{action.label}</Action>}
    </EmailLayout>
  );
}

const soft = { className: "e-soft", style: { color: emailColour.soft } };
const strong = { style: { fontWeight: 700 } };

type ParagraphsProps = Pick<Props, "details" | "drawnDetails" | "isOff"> & { children: string };

/** An empty line starts a new paragraph, a line break stays one. */
function Paragraphs({ details = "", drawnDetails, isOff = false, children }: ParagraphsProps) {
  const facts = details.trim();
  const isDetails = (paragraph: string) =>
    paragraph === facts || (facts !== "" && paragraph.startsWith(`${facts}\n${beforeLabel}`));
  const paragraphs = children
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs.map((paragraph, index) =>
    isDetails(paragraph) ? (
      // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a finished email never move
      <Fragment key={index}>
        {drawnDetails ?? <Details isOff={isOff}>{paragraph}</Details>}
      </Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- nor do the others
      <Text key={index}>{brokenLines(paragraph, callable)}</Text>
    ),
  );
}

/** `Label: value` on every line, or a title and then times, places and prices. */
export function Details({ isOff = false, children }: Pick<ParagraphsProps, "isOff" | "children">) {
  const lines = children.split("\n");
  const facts = lines.map((line) => /^([^:]{1,30}): (.+)$/.exec(line));
  if (facts.every((fact) => fact !== null))
    return <Facts facts={facts.map(([, label, value]): EmailFact => [label!, value!])} />;
  const [title, ...others] = lines;
  const rest = inOrder(others);
  const when = rest.findIndex(isTime);
  const styleOf = (line: string, index: number) => {
    if (line.startsWith(beforeLabel)) return softPast;
    if (index === when && !isOff) return strong;
    return isOff || isTime(line) || isPrice(line) ? soft : {};
  };
  const startsPart = (line: string, index: number) =>
    index > 0 && !line.startsWith(beforeLabel) && partOf(line) !== partOf(rest[index - 1]!);
  return (
    <div
      className="e-brass"
      data-text="group"
      style={{
        margin: "20px 0 24px",
        padding: "2px 0 2px 16px",
        borderLeft: `2px solid ${emailColour.brass}`,
        fontSize: 15,
        lineHeight: "24px",
      }}
    >
      <div
        style={{
          fontFamily: emailFonts.serif,
          fontSize: 21,
          lineHeight: "28px",
          paddingBottom: 6,
        }}
      >
        {typographic(title)}
      </div>
      {rest.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a finished email never move
        <div key={index} style={startsPart(line, index) ? { paddingTop: 6 } : undefined}>
          <div {...styleOf(line, index)}>{isOff && isTime(line) ? <s>{line}</s> : whole(line)}</div>
        </div>
      ))}
    </div>
  );
}

/** Moves the earlier value to a line of its own instead of breaking it. */
function whole(line: string): ReactNode {
  if (!line.startsWith(beforeLabel)) return line;
  return (
    <>
      {beforeLabel}
      <span style={{ display: "inline-block" }}>{line.slice(beforeLabel.length)}</span>
    </>
  );
}

const isTime = (line: string) => /\d:\d\d/.test(line);
const isPrice = (line: string) => line.startsWith("Price ");
const partOf = (line: string) => (isTime(line) ? "when" : isPrice(line) ? "price" : "where");

function inOrder(lines: readonly string[]): string[] {
  const isOld = (line: string) => line.startsWith(beforeLabel) && isTime(line);
  const known = lines.filter((line) => !isOld(line));
  return known.toSpliced(known.findLastIndex(isTime) + 1, 0, ...lines.filter(isOld));
}
