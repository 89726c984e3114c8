import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../support/loopback-server.ts";
import { createWaiter } from "../support/waiter.ts";

/* Twilio's API for sending text messages. */

export const twilioAccount = {
  TWILIO_ACCOUNT_SID: "AC0123456789",
  TWILIO_AUTH_TOKEN: "a-token-of-twilio",
  TWILIO_FROM: "+61400000000",
};

export type SmsServer = {
  settings: Record<string, string>;
  texts: { to: string; body: string }[];
  /** From now on it answers with this status and sends nothing; null sends again. */
  refuseWith: (status: number | null) => void;
  /** The code in the newest text to a number, once more than `known` texts have come to it. */
  codeFor: (to: string, known?: number) => Promise<string>;
  stop: () => Promise<void>;
};

export async function startSmsServer(): Promise<SmsServer> {
  const texts: SmsServer["texts"] = [];
  let refusal: number | null = null;
  const waiter = createWaiter();
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token } = twilioAccount;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;
  const { port, stop } = await listenOnLoopback(async (request, response) => {
    const sent = new URLSearchParams(await text(request));
    const known =
      request.method === "POST" &&
      request.url === `/2010-04-01/Accounts/${account}/Messages.json` &&
      request.headers.authorization === authorization &&
      sent.get("From") === twilioAccount.TWILIO_FROM;
    response.writeHead(known ? (refusal ?? 201) : 401, { "Content-Type": "application/json" });
    response.end(
      JSON.stringify(
        known ? { sid: "SM1", status: "queued" } : { code: 20003, message: "Authenticate" },
      ),
    );
    if (!known || refusal) return;
    texts.push({ to: sent.get("To")!, body: sent.get("Body")! });
    waiter.notify();
  });
  return {
    settings: { ...twilioAccount, TWILIO_BASE_URL: `http://127.0.0.1:${port}` },
    texts,
    refuseWith: (status) => (refusal = status),
    codeFor(to, known = 0) {
      const arrived = () => texts.filter((one) => one.to === to);
      return waiter.until(
        () => (arrived().length > known ? /\b\d{6}\b/.exec(arrived().at(-1)!.body)![0] : null),
        () => `No text has come to ${to}.`,
      );
    },
    stop,
  };
}
