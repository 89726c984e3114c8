import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { createWaiter } from "../support/waiter.ts";

/* A real SMTP server on loopback that collects what it receives. */

/** `raw`: as it came. */
export type ReceivedEmail = Email & { envelopeTo: string[]; raw: string };
export type MailServer = {
  url: string;
  emails: ReceivedEmail[];
  /** Waits until so many emails have come. */
  waitFor: (count: number, timeout?: number) => Promise<ReceivedEmail[]>;
  /**
   * How to answer a recipient, or the step that `at` names, from now on; `hangs` does not answer,
   * `null` accepts again.
   */
  respondWith: (response: SmtpRefusal | "hangs" | null) => void;
  signIns: { username: string; password: string }[];
  /** Waits until `missing` returns null; what it returns otherwise is the message of a timeout. */
  waitUntil: (
    missing: (emails: ReceivedEmail[]) => string | null,
    timeout?: number,
  ) => Promise<ReceivedEmail[]>;
  stop: () => Promise<void>;
};

export type SmtpRefusal = {
  code: number;
  message: string;
  at?: "greeting" | "sign-in" | "sender" | "recipient" | "content";
};

/** @param received called with each complete email before its sender gets the answer */
export async function startMailServer(
  received: (email: ReceivedEmail) => void | Promise<void> = () => {},
  { encrypts = false } = {},
): Promise<MailServer> {
  const emails: ReceivedEmail[] = [];
  const waiter = createWaiter();
  const signIns: MailServer["signIns"] = [];
  let behaviour: SmtpRefusal | "hangs" | null = null;
  const refusalAt = (step: SmtpRefusal["at"]) =>
    behaviour && behaviour !== "hangs" && (behaviour.at ?? "recipient") === step
      ? Object.assign(new Error(behaviour.message), { responseCode: behaviour.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    // The certificate of the package is not trusted; without a logger no warning is printed.
    logger: false,
    disabledCommands: encrypts ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      signIns.push({ username: username ?? "", password: password ?? "" });
      answer(refusalAt("sign-in"), { user: username });
    },
    onConnect: (_session, answer) => answer(refusalAt("greeting")),
    onMailFrom: (_address, _session, answer) => answer(refusalAt("sender")),
    onRcptTo(_address, _session, answer) {
      if (behaviour !== "hangs") answer(refusalAt("recipient"));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      const receive = async () => {
        const refusal = refusalAt("content");
        if (refusal) return refusal;
        const raw = Buffer.concat(chunks);
        const parsed = await PostalMime.parse(raw);
        const email = {
          ...parsed,
          raw: raw.toString("latin1"),
          envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
        };
        emails.push(email);
        await received(email);
        return null;
      };
      stream.on("end", async () => {
        done(await receive().catch((error: Error) => error));
        waiter.notify();
      });
    },
  });
  // Tests kill senders, which cuts their connections.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const waitUntil: MailServer["waitUntil"] = (missing, timeout) =>
    waiter.until(
      () => (missing(emails) === null ? emails : null),
      () => missing(emails) ?? "",
      timeout,
    );
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    signIns,
    waitFor: (count, timeout) =>
      waitUntil(
        ({ length }) => (length >= count ? null : `${length} of ${count} emails arrived.`),
        timeout,
      ),
    waitUntil,
    respondWith: (response) => (behaviour = response),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Else it would wait half a minute for those that are still open.
        for (const connection of server.connections) connection.close();
      }),
  };
}
