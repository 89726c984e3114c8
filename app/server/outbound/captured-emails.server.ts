import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { compose, type EmailTransport, type OutgoingEmail } from "./outgoing-email.server.ts";

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

export async function deleteCapturedEmails(
  dataDir: string,
  emails: readonly CapturedEmail[],
): Promise<void> {
  await Promise.all(
    emails.map((email) => rm(join(dataDir, "mail", fileName(email)), { force: true })),
  );
}
