import type { EmailTransport } from "#app/server/outbound/outgoing-email.server.ts";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import { isTextMessage } from "./kinds.ts";

export function withTextMessages(emails: EmailTransport, texts: SmsTransport): EmailTransport {
  return {
    send: (email) =>
      isTextMessage(email.kind) ? texts.send(email.recipient, email.text) : emails.send(email),
    close: () => emails.close(),
  };
}
