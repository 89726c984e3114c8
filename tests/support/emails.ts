import type { MailServer, ReceivedEmail } from "../fakes/smtp.ts";

/** Waits for the newest letter to somebody about something. `known` letters of the kind have come before. */
export async function emailTo(
  mail: MailServer,
  to: string,
  subject: RegExp,
  known = 0,
): Promise<ReceivedEmail> {
  const found = (letters: readonly ReceivedEmail[]) =>
    letters.filter(
      (letter) => letter.envelopeTo.includes(to) && subject.test(letter.subject ?? ""),
    );
  const letters = await mail.waitUntil((all) =>
    found(all).length > known
      ? null
      : `No letter about ${subject} has come to ${to}; there are ${all.map((letter) => `${letter.envelopeTo.join()}: ${letter.subject}`).join("; ")}`,
  );
  return found(letters).at(-1)!;
}

/** The path of the link in a letter. */
export function linkIn({ text }: ReceivedEmail): string {
  const { pathname, search } = new URL(/https?:\/\/\S+token=[^\s)]+/.exec(text ?? "")![0]);
  return pathname + search;
}

export function codeIn({ text }: ReceivedEmail): string {
  return /\b\d{6}\b/.exec(text ?? "")![0];
}
