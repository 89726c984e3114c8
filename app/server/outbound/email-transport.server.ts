import { join } from "node:path";
import { createTransport } from "nodemailer";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import type { Settings } from "#app/server/env.server.ts";
import {
  type EmailTransport,
  compose,
  PermanentRejection,
  type OutgoingEmail,
} from "./outgoing-email.server.ts";

/** SMTP, or a folder of `.eml` files where the settings name no server. */
export function openEmailTransport(
  settings: Pick<Settings, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">,
  timeouts: SmtpTimeouts = defaultSmtpTimeouts,
): EmailTransport {
  return settings.SMTP_URL
    ? connectSmtp(settings.SMTP_URL, settings.MAIL_FROM, timeouts)
    : captureEmails(join(settings.DATA_DIR, "mail"), settings.MAIL_FROM);
}

/** Milliseconds of silence, before the greeting and later. */
type SmtpTimeouts = { greeting: number; socket: number };
const defaultSmtpTimeouts: SmtpTimeouts = { greeting: 10_000, socket: 30_000 };

function connectSmtp(
  url: string,
  from: string,
  { greeting, socket }: SmtpTimeouts,
): EmailTransport {
  const transport = createTransport({
    url: withRequiredTls(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: socket,
  });
  return {
    async send(email) {
      try {
        await transport.sendMail(compose(email, from));
        return "sent";
      } catch (error) {
        if (isAboutThisEmail(error))
          throw new PermanentRejection((error as Error).message, {
            cause: error,
            isOfAddress: (error as { command?: string }).command === "RCPT TO",
          });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** A password must not cross a network in clear text, whatever the URL says. */
function withRequiredTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const isLocal = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  // nodemailer's options in the URL override those beside it.
  if (url.password && !isLocal) url.searchParams.set("requireTLS", "true");
  return url.href;
}

function isAboutThisEmail(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  const afterSender = command === "RCPT TO" || command === "DATA";
  // 530–539 concern our own authentication, whenever they come.
  const aboutAuthentication = responseCode >= 530 && responseCode < 540;
  return afterSender && responseCode >= 500 && !aboutAuthentication;
}

type CapturedEmail = Pick<OutgoingEmail, "id" | "kind" | "createdAt">;

function fileName({ id, kind, createdAt }: CapturedEmail): string {
  return `${createdAt.toISOString().replace(/[:.]/g, "-")}-${kind}-${id.slice(0, 8)}.eml`;
}

export function captureEmails(folder: string, from: string): EmailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(email) {
      const { message } = await transport.sendMail(compose(email, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(email));
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return "captured";
    },
    close: () => {},
  };
}

export async function deleteCapturedEmails(dataDir: string, emails: readonly CapturedEmail[]) {
  await Promise.all(
    emails.map((email) => rm(join(dataDir, "mail", fileName(email)), { force: true })),
  );
}
