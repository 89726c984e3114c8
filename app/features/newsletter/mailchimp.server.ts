import { createHash } from "node:crypto";
import type { Settings } from "#app/server/env.server.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

/*
 * The calls of Mailchimp's Marketing API v3 that a newsletter needs.
 */

export type MemberStatus =
  | "subscribed"
  | "unsubscribed"
  | "pending"
  | "cleaned"
  | "transactional"
  | "archived";

/** Mailchimp will not take this member however often it is asked; the message is its own reason. */
export class MailchimpRefused extends Error {
  override name = "MailchimpRefused";
}

/** Mailchimp did not do it this time: too busy, broken, silent, or our key is wrong and can be mended. */
export class MailchimpUnavailable extends Error {
  override name = "MailchimpUnavailable";
}

type Member = { email: string; firstName: string; lastName: string };

export type Mailchimp = {
  /** How the audience stands with an address; null when it does not know it. */
  statusOf: (email: string, patience?: number) => Promise<MemberStatus | null>;
  /** Adds or changes a member. */
  upsert: (member: Member, status: "subscribed" | "pending") => Promise<void>;
  /** Takes a member off; one that is not there stays so. */
  unsubscribe: (email: string) => Promise<void>;
  /** Has a member removed for good with everything about them; afterwards only they themselves can come back, by Mailchimp's own form. */
  forget: (memberHash: string) => Promise<void>;
};

/** By what Mailchimp knows a member: the MD5 of the address in lower case. */
export function memberHash(email: string): string {
  return createHash("md5").update(email.toLowerCase()).digest("hex");
}

type Keys = Pick<Settings, "MAILCHIMP_API_KEY" | "MAILCHIMP_AUDIENCE_ID" | "MAILCHIMP_BASE_URL">;

/** The audience that the settings name, or null while there is no key. @param jobPatience milliseconds that a job waits for one answer */
export function openMailchimp(
  { MAILCHIMP_API_KEY: key, MAILCHIMP_AUDIENCE_ID: audience, MAILCHIMP_BASE_URL }: Keys,
  jobPatience = 15_000,
): Mailchimp | null {
  if (!key || !audience) return null;
  const base = baseOf(MAILCHIMP_BASE_URL ?? `https://${key.split("-").at(-1)}.api.mailchimp.com`);
  const authorization = `Basic ${Buffer.from(`any:${key}`).toString("base64")}`;

  const call = async (
    method: "GET" | "PUT" | "PATCH" | "POST",
    member: string,
    body?: object,
    patience = jobPatience,
  ) => {
    const response = await fetch(`${base}/lists/${audience}/members/${member}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    }).catch((error: unknown) => {
      throw new MailchimpUnavailable(
        error instanceof Error && error.name === "TimeoutError"
          ? "Mailchimp did not answer in time."
          : "Mailchimp could not be reached.",
      );
    });
    const answer = (await response.json().catch(() => ({}))) as {
      status?: unknown;
      title?: unknown;
      detail?: unknown;
    };
    return { code: response.status, answer };
  };

  const reason = ({ code, answer: { title, detail } }: Awaited<ReturnType<typeof call>>) => {
    const said = [code, title, detail]
      .filter((part) => typeof part === "string" || typeof part === "number")
      .join(" ");
    return cutCharacters(cleanText(said), 500);
  };
  /** 400 speaks of this member; everything else can pass or be mended. */
  const settle = (answered: Awaited<ReturnType<typeof call>>) => {
    if (answered.code < 300) return;
    if (answered.code === 400) throw new MailchimpRefused(reason(answered));
    throw new MailchimpUnavailable(reason(answered));
  };

  return {
    async statusOf(email, patience) {
      const answered = await call("GET", memberHash(email), undefined, patience);
      if (answered.code === 404) return null;
      settle(answered);
      return answered.answer.status as MemberStatus;
    },
    async upsert({ email, firstName, lastName }, status) {
      const member = (wanted: string) => ({
        email_address: email,
        status_if_new: wanted,
        status: wanted,
        merge_fields: { FNAME: firstName, LNAME: lastName },
      });
      const answered = await call("PUT", memberHash(email), member(status));
      // Somebody who once left by Mailchimp's own link may only come back by confirming there.
      if (
        answered.code === 400 &&
        answered.answer.title === "Member In Compliance State" &&
        status !== "pending"
      )
        settle(await call("PUT", memberHash(email), member("pending")));
      else settle(answered);
    },
    async unsubscribe(email) {
      const answered = await call("PATCH", memberHash(email), { status: "unsubscribed" });
      if (answered.code !== 404) settle(answered);
    },
    async forget(hash) {
      const answered = await call("POST", `${hash}/actions/delete-permanent`);
      if (answered.code !== 404) settle(answered);
    },
  };
}

/** The API's version stands in its path. */
function baseOf(url: string): string {
  const bare = url.replace(/\/+$/, "");
  return bare.endsWith("/3.0") ? bare : `${bare}/3.0`;
}
