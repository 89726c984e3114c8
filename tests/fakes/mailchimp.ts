import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { listenOnLoopback } from "../support/loopback-server.ts";

/* Mailchimp's Marketing API v3 for members of an audience, after its reference ("List members"). */

type Member = { email_address: string; status: string; merge_fields: Record<string, string> };

export type MailchimpServer = {
  url: string;
  key: string;
  audience: string;
  /** By the MD5 of the email in lower case. */
  members: Map<string, Member>;
  calls: { method: string; path: string }[];
  /** How to answer from now on; `hangs` does not answer, `null` works again. */
  respondWith: (response: Refusal | "hangs" | null) => void;
  stop: () => Promise<void>;
};

type Refusal = { code: number; title: string; detail: string };

const notFound: Refusal = {
  code: 404,
  title: "Resource Not Found",
  detail: "The requested resource could not be found.",
};

export async function startMailchimp(): Promise<MailchimpServer> {
  const key = "0123456789abcdef0123456789abcdef-us99";
  const audience = "a1b2c3d4e5";
  const members = new Map<string, Member>();
  const calls: MailchimpServer["calls"] = [];
  let behaviour: Refusal | "hangs" | null = null;

  const { port, stop } = await listenOnLoopback(async (request, response) => {
    const { method = "", url = "" } = request;
    calls.push({ method, path: url });
    const answer = (code: number, body: object) => {
      response.writeHead(code, {
        "Content-Type":
          code < 300
            ? "application/json; charset=utf-8"
            : "application/problem+json; charset=utf-8",
      });
      response.end(JSON.stringify(body));
    };
    const refuse = ({ code, title, detail }: Refusal) =>
      answer(code, {
        type: "https://mailchimp.com/developer/marketing/docs/errors/",
        title,
        status: code,
        detail,
        instance: "",
      });
    if (behaviour === "hangs") return;
    if (behaviour) return refuse(behaviour);
    if (!isAuthorized(request, key))
      return refuse({
        code: 401,
        title: "API Key Invalid",
        detail: "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
      });
    const deletedHash = new RegExp(
      `^/3\\.0/lists/${audience}/members/([0-9a-f]{32})/actions/delete-permanent$`,
    ).exec(url)?.[1];
    if (deletedHash && method === "POST") {
      if (!members.delete(deletedHash)) return refuse(notFound);
      response.writeHead(204);
      return response.end();
    }
    const hash = new RegExp(`^/3\\.0/lists/${audience}/members/([0-9a-f]{32})$`).exec(url)?.[1];
    if (!hash) return refuse(notFound);
    const member = members.get(hash);
    if (method === "GET") return member ? answer(200, member) : refuse(notFound);
    const sent = (await json(request)) as Partial<Member> & { status_if_new?: string };
    if (method === "PATCH" && !member) return refuse(notFound);
    if (sent.email_address?.endsWith("@example.com"))
      return refuse({
        code: 400,
        title: "Invalid Resource",
        detail: `${sent.email_address} looks fake or invalid, please enter a real email address.`,
      });
    if (member?.status === "unsubscribed" && sent.status === "subscribed") {
      return refuse({
        code: 400,
        title: "Member In Compliance State",
        detail:
          `${sent.email_address} is in a compliance state due to unsubscribe, bounce, or ` +
          "compliance review and cannot be subscribed.",
      });
    }
    const changed = {
      ...member,
      ...sent,
      status: member ? (sent.status ?? member.status) : (sent.status_if_new ?? sent.status),
    } as Member & { status_if_new?: string };
    delete changed.status_if_new;
    members.set(hash, changed);
    answer(200, changed);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    audience,
    members,
    calls,
    respondWith: (response) => (behaviour = response),
    stop,
  };
}

/** HTTP Basic with any user name and the key as the password. */
function isAuthorized({ headers }: IncomingMessage, key: string): boolean {
  const [scheme, credentials = ""] = (headers.authorization ?? "").split(" ");
  return (
    scheme === "Basic" && Buffer.from(credentials, "base64").toString("utf8").split(":")[1] === key
  );
}
