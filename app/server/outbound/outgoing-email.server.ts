import type { SendMailOptions } from "nodemailer";
import { methodOf } from "#app/values/icalendar.ts";
import { canBeRepliedTo } from "#app/values/text.ts";

export type OutgoingEmail = {
  id: string;
  kind: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: string | null;
  createdAt: Date;
  /** A calendar file with a METHOD. */
  invitation?: string | null;
  attachments?: readonly EmailAttachment[];
};

export type EmailAttachment = {
  fileName: string;
  contentType: string;
  content: Uint8Array;
};

export type EmailTransport = {
  /** Throws {@link PermanentRejection}, or any other error when a later try may succeed. */
  send: (email: OutgoingEmail) => Promise<"sent" | "captured">;
  close: () => void;
};

export class PermanentRejection extends Error {
  override name = "PermanentRejection";
  /** Of the recipient, whatever the email says. */
  readonly isOfAddress: boolean;

  constructor(message: string, { isOfAddress = false, ...options }: RejectionOptions = {}) {
    super(message, options);
    this.isOfAddress = isOfAddress;
  }
}

type RejectionOptions = ErrorOptions & { isOfAddress?: boolean };

export function senderAddress(from: string): string {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** Calendars take in no invitation from oneself. */
export const isSentFrom = (address: string, from: string): boolean =>
  senderAddress(from).toLowerCase() === address.toLowerCase();

/** Uses only strings and bytes: an object could name a file or URL for nodemailer to read. */
export function compose(email: OutgoingEmail, from: string): SendMailOptions {
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  // The email is sent anyway: its text names whom to answer.
  const canReply = email.replyTo && canBeRepliedTo(email.replyTo);
  return {
    from,
    to: { name: "", address: email.recipient },
    replyTo: canReply ? { name: "", address: email.replyTo! } : undefined,
    subject: encodeSubject(email.subject),
    html: String(email.html),
    text: String(email.text),
    attachments: email.attachments?.map(({ fileName, contentType, content }) => ({
      filename: String(fileName),
      contentType: String(contentType),
      content: Buffer.from(content),
    })),
    // The last alternative, which Gmail's and Outlook's calendars use, and a file for all others.
    ...(email.invitation && {
      icalEvent: { method: methodOf(email.invitation), content: String(email.invitation) },
    }),
    headers: {
      // Programs must not answer these (RFC 3834): anyone may have entered a robot's address.
      ...(email.kind.endsWith("-acknowledgement") && { "Auto-Submitted": "auto-replied" }),
      ...(email.kind.startsWith("appointment-") && { "Auto-Submitted": "auto-generated" }),
      ...(email.unsubscribeUrl && {
        "List-Unsubscribe": `<${email.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    date: email.createdAt,
    // The same on every try, so that a receiver recognises a repeated delivery.
    messageId: `<${email.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** nodemailer keeps text like an encoded word (RFC 2047) unchanged; receivers would decode it. */
function encodeSubject(subject: string): string {
  const line = subject.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return line;
  const words = [""];
  for (const character of line) {
    // An encoded word has at most 75 characters, and no character may be split between two.
    if (Buffer.byteLength(words.at(-1) + character) > 45) words.push("");
    words.push(words.pop() + character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}
