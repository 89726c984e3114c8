import type { MailServer, ReceivedLetter } from "../fakes/smtp.ts";

/** Waits for the newest letter to somebody about something. `known` letters of the kind have come before. */
export async function letterTo(
  mail: MailServer,
  to: string,
  subject: RegExp,
  known = 0,
): Promise<ReceivedLetter> {
  const found = (letters: readonly ReceivedLetter[]) =>
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
export function linkIn({ text }: ReceivedLetter): string {
  const { pathname, search } = new URL(/https?:\/\/\S+token=[^\s)]+/.exec(text ?? "")![0]);
  return pathname + search;
}

export function codeIn({ text }: ReceivedLetter): string {
  return /\b\d{6}\b/.exec(text ?? "")![0];
}
