import { join } from "node:path";
import type { Settings } from "#app/server/env.server.ts";
import { captureEmails } from "./captured-emails.server.ts";
import type { EmailTransport } from "./outgoing-email.server.ts";
import { connectSmtp, defaultSmtpTimeouts, type SmtpTimeouts } from "./smtp.server.ts";

/** SMTP, or a folder of `.eml` files where the settings name no server. */
export function openEmailTransport(
  settings: Pick<Settings, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">,
  timeouts: SmtpTimeouts = defaultSmtpTimeouts,
): EmailTransport {
  return settings.SMTP_URL
    ? connectSmtp(settings.SMTP_URL, settings.MAIL_FROM, timeouts)
    : captureEmails(join(settings.DATA_DIR, "mail"), settings.MAIL_FROM);
}
