import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Settings } from "#app/server/env.server.ts";

/** A letter as the outbox keeps it; the sender is always the installation's own address. */
export type OutgoingEmail = {
  id: string;
  kind: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Where one click ends what the letter belongs to (RFC 8058). */
  unsubscribeUrl: string | null;
  createdAt: Date;
};

/** The receiving server refused for good; trying again would not help. */
export class PermanentRejection extends Error {
  override name = "RefusedForGood";
}

/** Sends a letter, or keeps it as a file; says which. Throws {@link PermanentRejection} or, for now, any other error. */
export type EmailTransport = {
  send: (letter: OutgoingEmail) => Promise<"sent" | "captured">;
  close: () => void;
};

/** How long an SMTP server may be silent, in milliseconds: before it greets, and in the middle. */
type Patience = { greeting: number; silence: number };
const usualPatience: Patience = { greeting: 10_000, silence: 30_000 };

/** The way out that the settings name: an SMTP server, or a folder of `.eml` files. */
export function openEmailTransport(
  settings: Pick<Settings, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">,
  patience: Patience = usualPatience,
): EmailTransport {
  return settings.SMTP_URL
    ? smtpMail(settings.SMTP_URL, settings.MAIL_FROM, patience)
    : capturedMail(join(settings.DATA_DIR, "mail"), settings.MAIL_FROM);
}

/** Letters are strings only: nothing in them may name a file or an address for the library to read. */
function compose(letter: OutgoingEmail, from: string): SendMailOptions {
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to: { name: "", address: letter.recipient },
    // Some readers decode encoded words within an address too, into any name they like; nobody's real address holds one.
    replyTo:
      letter.replyTo && !letter.replyTo.includes("=?")
        ? { name: "", address: letter.replyTo }
        : undefined,
    subject: literally(letter.subject),
    html: String(letter.html),
    text: String(letter.text),
    ...(letter.unsubscribeUrl && {
      headers: {
        "List-Unsubscribe": `<${letter.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
    date: letter.createdAt,
    // The same on every try, so that a receiver can tell a repeated delivery.
    messageId: `<${letter.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * A subject that every receiver reads as the very text it is. Whatever already looks like an encoded
 * word (RFC 2047) would be passed on by the library and decoded into other words than were written.
 */
function literally(subject: string): string {
  const line = subject.replace(/[\r\n]+/g, " ");
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return line;
  const words = [""];
  for (const character of line) {
    // An encoded word has 75 characters at most, and no character is torn apart between two.
    if (Buffer.byteLength(words.at(-1) + character) > 45) words.push("");
    words.push(words.pop() + character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

/** The server's address, so that no password travels through a network in clear, whatever else the address asks for. */
function encrypted(address: string): string {
  const url = new URL(address);
  const isHere = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  // Among the library's options, those in the address count for more than those beside it.
  if (url.password && !isHere) url.searchParams.set("requireTLS", "true");
  return url.href;
}

/** Whether the server refused this one email: its recipient or its content. Everything else speaks of us, or of the server. */
function isAboutThisEmail(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  // 530–539 speak of our own sign-in, wherever they come.
  return (
    (command === "RCPT TO" || command === "DATA") &&
    responseCode >= 500 &&
    !(responseCode >= 530 && responseCode < 540)
  );
}

function smtpMail(url: string, from: string, { greeting, silence }: Patience): EmailTransport {
  const transport = createTransport({
    url: encrypted(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: silence,
  });
  return {
    async send(letter) {
      try {
        await transport.sendMail(compose(letter, from));
        return "sent";
      } catch (error) {
        if (isAboutThisEmail(error))
          throw new PermanentRejection((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

type Named = Pick<OutgoingEmail, "id" | "kind" | "createdAt">;

/** Under which name a letter is kept as a file. */
function fileOf({ id, kind, createdAt }: Named): string {
  return `${createdAt.toISOString().replace(/[:.]/g, "-")}-${kind}-${id.slice(0, 8)}.eml`;
}

/** Removes the files of letters that were kept as such. */
export async function deleteCapturedEmails(
  dataDir: string,
  letters: readonly Named[],
): Promise<void> {
  await Promise.all(
    letters.map((letter) => rm(join(dataDir, "mail", fileOf(letter)), { force: true })),
  );
}

function capturedMail(folder: string, from: string): EmailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(compose(letter, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileOf(letter));
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return "captured";
    },
    close: () => {},
  };
}
