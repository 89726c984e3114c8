import type { MailServer, ReceivedEmail } from "../fakes/smtp.ts";

/** Waits for the newest email to `to` about `subject`; `known` such emails have come before. */
export async function emailTo(
  mail: MailServer,
  to: string,
  subject: RegExp,
  known = 0,
): Promise<ReceivedEmail> {
  const found = (emails: readonly ReceivedEmail[]) =>
    emails.filter((email) => email.envelopeTo.includes(to) && subject.test(email.subject ?? ""));
  const emails = await mail.waitUntil((all) =>
    found(all).length > known
      ? null
      : `No email about ${subject} has come to ${to}; there are ${all.map(summaryOf).join("; ")}`,
  );
  return found(emails).at(-1)!;
}

const summaryOf = ({ envelopeTo, subject }: ReceivedEmail) => `${envelopeTo.join()}: ${subject}`;

/** The path of the link in an email. */
export function linkIn({ text }: ReceivedEmail): string {
  const { pathname, search } = new URL(/https?:\/\/\S+token=[^\s)]+/.exec(text ?? "")![0]);
  return pathname + search;
}

export function codeIn({ text }: ReceivedEmail): string {
  return /\b\d{6}\b/.exec(text ?? "")![0];
}
