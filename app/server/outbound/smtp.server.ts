import { createTransport } from "nodemailer";
import { compose, type EmailTransport, PermanentRejection } from "./outgoing-email.server.ts";

/** Milliseconds of silence, before the greeting and later. */
export type SmtpTimeouts = { greeting: number; socket: number };
export const defaultSmtpTimeouts: SmtpTimeouts = { greeting: 10_000, socket: 30_000 };

export function connectSmtp(
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
          throw new PermanentRejection((error as Error).message, { cause: error });
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
