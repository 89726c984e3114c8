import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#app/server/env.server.ts";
import { PermanentRejection } from "./outgoing-email.server.ts";

/** `to` is a number such as `+61400000000`. */
export type SmsTransport = { send: (to: string, body: string) => Promise<"sent" | "captured"> };

type TextSettings = Pick<
  Settings,
  "TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM" | "TWILIO_BASE_URL" | "DATA_DIR"
>;

/** Twilio's API, or a folder of text files where the settings name no account. */
export function openSmsTransport({
  TWILIO_ACCOUNT_SID,
  TWILIO_AUTH_TOKEN,
  TWILIO_FROM,
  TWILIO_BASE_URL,
  DATA_DIR,
}: TextSettings): SmsTransport {
  if (!TWILIO_ACCOUNT_SID) return captureSms(join(DATA_DIR, "sms"));
  const url = `${TWILIO_BASE_URL}/2010-04-01/Accounts/${encodeURIComponent(TWILIO_ACCOUNT_SID)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString("base64")}`;
  return {
    async send(to, body) {
      const response = await fetch(url, {
        method: "POST",
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, From: TWILIO_FROM!, Body: body }),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      });
      await response.body?.cancel();
      const refusal = `The text message was refused with ${response.status}.`;
      // Twilio's status for a number that it can't send to.
      if (response.status === 400) throw new PermanentRejection(refusal);
      if (!response.ok) throw new Error(refusal);
      return "sent";
    },
  };
}

function captureSms(folder: string): SmsTransport {
  return {
    async send(to, body) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(
        folder,
        `${new Date().toISOString().replace(/[:.]/g, "-")}-${to.replace(/\W/g, "")}.txt`,
      );
      await writeFile(`${file}.part`, `To: ${to}\n\n${body}\n`, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return "captured";
    },
  };
}
