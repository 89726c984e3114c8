import { createHash } from "node:crypto";
import type { Settings } from "#app/server/env.server.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

/* The parts of Mailchimp's Marketing API v3 that the newsletter needs. */

type MemberStatus =
  | "subscribed"
  | "unsubscribed"
  | "pending"
  | "cleaned"
  | "transactional"
  | "archived";

/** A permanent refusal of this member, in Mailchimp's words. */
export class MailchimpRefused extends Error {
  override name = "MailchimpRefused";
}

/** A failure that may pass: Mailchimp is busy or down, or our key is wrong. */
export class MailchimpUnavailable extends Error {
  override name = "MailchimpUnavailable";
}

type Member = { email: string; firstName: string; lastName: string };

export type Mailchimp = {
  /** Null for an email that is not in the audience. `timeout` in milliseconds. */
  statusOf: (email: string, timeout?: number) => Promise<MemberStatus | null>;
  upsert: (member: Member, status: "subscribed" | "pending") => Promise<void>;
  unsubscribe: (email: string) => Promise<void>;
  /** Also deletes the data; then only the member can rejoin, through Mailchimp's form. */
  deleteMember: (memberHash: string) => Promise<void>;
};

/** Mailchimp's id of a member: the MD5 of the email in lower case. */
export function memberHash(email: string): string {
  return createHash("md5").update(email.toLowerCase()).digest("hex");
}

type Keys = Pick<Settings, "MAILCHIMP_API_KEY" | "MAILCHIMP_AUDIENCE_ID" | "MAILCHIMP_BASE_URL">;

/** Null without a key. `jobTimeout`: how long a job waits for an answer, in milliseconds. */
export function openMailchimp(
  { MAILCHIMP_API_KEY: key, MAILCHIMP_AUDIENCE_ID: audience, MAILCHIMP_BASE_URL }: Keys,
  jobTimeout = 15_000,
): Mailchimp | null {
  if (!key || !audience) return null;
  const base = baseOf(MAILCHIMP_BASE_URL ?? `https://${key.split("-").at(-1)}.api.mailchimp.com`);
  const authorization = `Basic ${Buffer.from(`any:${key}`).toString("base64")}`;

  const callApi = async (
    method: "GET" | "PUT" | "PATCH" | "POST",
    member: string,
    body?: object,
    timeout = jobTimeout,
  ) => {
    const response = await fetch(`${base}/lists/${audience}/members/${member}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    }).catch((error: unknown) => {
      throw new MailchimpUnavailable(
        error instanceof Error && error.name === "TimeoutError"
          ? "Mailchimp didn't answer in time."
          : "Mailchimp couldn't be reached.",
      );
    });
    const answer = (await response.json().catch(() => ({}))) as {
      status?: unknown;
      title?: unknown;
      detail?: unknown;
    };
    return { code: response.status, answer };
  };

  const reason = ({ code, answer: { title, detail } }: Awaited<ReturnType<typeof callApi>>) => {
    const parts = [code, title, detail]
      .filter((part) => typeof part === "string" || typeof part === "number")
      .join(" ");
    return cutCharacters(cleanText(parts), 500);
  };
  // 400 is about this member; any other failure may pass.
  const throwOnFailure = (answered: Awaited<ReturnType<typeof callApi>>) => {
    if (answered.code < 300) return;
    if (answered.code === 400) throw new MailchimpRefused(reason(answered));
    throw new MailchimpUnavailable(reason(answered));
  };

  return {
    async statusOf(email, timeout) {
      const answered = await callApi("GET", memberHash(email), undefined, timeout);
      if (answered.code === 404) return null;
      throwOnFailure(answered);
      return answered.answer.status as MemberStatus;
    },
    async upsert({ email, firstName, lastName }, status) {
      const member = (wanted: string) => ({
        email_address: email,
        status_if_new: wanted,
        status: wanted,
        merge_fields: { FNAME: firstName, LNAME: lastName },
      });
      const answered = await callApi("PUT", memberHash(email), member(status));
      // A member who once unsubscribed at Mailchimp can only come back by confirming there.
      if (
        answered.code === 400 &&
        answered.answer.title === "Member In Compliance State" &&
        status !== "pending"
      )
        throwOnFailure(await callApi("PUT", memberHash(email), member("pending")));
      else throwOnFailure(answered);
    },
    async unsubscribe(email) {
      const answered = await callApi("PATCH", memberHash(email), { status: "unsubscribed" });
      if (answered.code !== 404) throwOnFailure(answered);
    },
    async deleteMember(hash) {
      const answered = await callApi("POST", `${hash}/actions/delete-permanent`);
      if (answered.code !== 404) throwOnFailure(answered);
    },
  };
}

function baseOf(url: string): string {
  const bare = url.replace(/\/+$/, "");
  return bare.endsWith("/3.0") ? bare : `${bare}/3.0`;
}
