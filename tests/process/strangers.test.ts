import { beforeEach, describe, expect, test } from "vitest";
import { amebApiPath, amebEnquiry, contactMessage } from "#tests/support/enquiries.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { hostileRequests, type HostileRequest, splitWords } from "#tests/support/hostile.ts";
import { type HttpResponse, inTurns, postForm, postJson, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { sendBytes } from "#tests/support/raw-socket.ts";

/* What strangers can make the site log, and what it answers when they ask too often, behind one proxy. */

const owner = "owner@example.com";
const slug = "ada-and-ben-wedding";
/** Stands in everything that a stranger sends. */
const canary = "canary-7Jq";

let store: TestStore;
let site: Site;
let strangers = 0;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  await store.withConnection((query) => insertQuote(query, { slug }));
});

beforeEach(() => store.query("delete from rate_limits"));

/** Headers from a client IP that has not been used yet. */
const newcomer = () => ({ "X-Forwarded-For": `198.51.${++strangers >> 8}.${strangers & 255}` });

/** The lines that the process writes during some work. */
async function linesOf(work: () => Promise<unknown>): Promise<{ level: number; line: string }[]> {
  const read = site.output().length;
  await work();
  // An unknown path of our own comes last.
  const last = `/the-end-of-${++strangers}`;
  await send(site.url, last);
  await site.waitFor(new RegExp(`"path":"${last}"`));
  const lines = site
    .output()
    .slice(read)
    .split("\n")
    .filter((line) => line.startsWith("{"));
  return lines.map((line) => ({
    level: (JSON.parse(line) as { level: number }).level,
    line: line.slice(0, 600),
  }));
}

test.for(hostileRequests(slug, canary))(
  "strangers cause no error in the log and cannot write into it: %s",
  async ([, requests]) => {
    const faults: string[] = [];
    const ask = async ([path, sent]: HostileRequest) => {
      const { status } = await send(site.url, path, {
        ...sent,
        headers: { ...newcomer(), ...sent.headers },
      });
      if (status >= 500) faults.push(`${status} ${path.slice(0, 60)}`);
    };
    const lines = await linesOf(() => inTurns(requests(site.url), ask));
    expect(faults).toEqual([]);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    expect(lines.filter(({ line }) => line.includes(canary))).toEqual([]);
  },
);

test("strangers cause no error in the log: aborted requests", async () => {
  const head = `Host: localhost\r\nX-Forwarded-For: 198.51.100.1\r\nX-Word: ${canary}`;
  const asForm = `${head}\r\nContent-Type: application/x-www-form-urlencoded`;
  const asJson = `${head}\r\nContent-Type: application/json`;
  const broken = [
    `GET /${canary}`,
    `${canary}\r\n\r\n`,
    `${canary} / HTTP/1.1\r\n${head}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${canary}\r\n\r\n`,
    `GET /login HTTP/1.1\r\n${head}\r\nCookie: ${canary.repeat(3_000)}\r\n\r\n`,
    `GET /login HTTP/1.1\r\n${head}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    `POST /?index HTTP/1.1\r\n${asForm}\r\nContent-Length: 500\r\n\r\nname=${canary}`,
    `POST /?index HTTP/1.1\r\n${asForm}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${canary}`,
    `POST /?index HTTP/1.1\r\n${asForm}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${canary}`,
    `POST /?index HTTP/1.1\r\n${asForm}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${canary}`,
    `POST /?index HTTP/1.1\r\n${asForm}\r\nExpect: ${canary}\r\nContent-Length: 1\r\n\r\na`,
    `POST /api/auth/sign-in/email HTTP/1.1\r\n${asJson}\r\nContent-Length: 500\r\n\r\n{"${canary}`,
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  ];
  const lines = await linesOf(() =>
    Promise.all(broken.map((bytes) => sendBytes(site.url, bytes, { end: true }))),
  );
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines.filter(({ line }) => line.includes(canary))).toEqual([]);
});

describe("the link of a quote, the token of a sign-in and somebody's email address", () => {
  const token = "Zk3uQ9dTq0bVw8RrYx1mNcPl";
  const person = "ada@client.example";
  const ofQuote = splitWords(`
    /quotes/${slug} /%71uotes/${slug} /Quotes/${slug} /QUOTES/${slug} //quotes/${slug} /quotes//${slug}
    /./quotes/${slug} /x/../quotes/${slug} /x/quotes/${slug} /quotes\\${slug} /quotes%5c${slug}
    /quotes%2f${slug} /quotes;${slug} /quotes;a=b/${slug} /quotes/${slug};a=b /quotes/${slug}?${slug}
    /quote/${slug} /quotes/${slug}/quote.pdf/x /admin/quotes/${slug} /functions/${slug}
    /assets/${slug} /api/auth/${slug} /%E2%80%8Bquotes/${slug}
  `);
  const ofToken = splitWords(`
    /api/auth/magic-link/verify?token= /api/auth/reset-password/ /login/magic-link?token=
    /login/magic-link/ /login/update-password?token= /login/confirm?token= /login/confirm/
    /login/setup?token= /login/setup/ /calendar/ /Calendar/ /newsletter/unsubscribe?token=
    /newsletter/unsubscribe/ /newsletter/confirm/ /
  `).map((path) => path + token);
  const ofPerson = splitWords("/admin/clients/ /Admin/clients/ /admin/%63lients/ /").map(
    (path) => path + person,
  );

  test.for(["", ".data"])(
    "stay out of the log however the URL is spelt, with its end%s",
    async (ending) => {
      const lines = await linesOf(async () => {
        for (const path of [...ofQuote, ...ofToken, ...ofPerson]) {
          const headers = { ...newcomer(), Referer: `${site.url}${path}` };
          const [before, asked] = path.split("?");
          const address = before + ending + (asked ? `?${asked}` : "");
          await send(site.url, address, { headers });
          await postForm(site.url, address, { token, email: person }, headers);
        }
      });
      // Unknown ones are written down, so there is something that could tell.
      expect(lines.filter(({ line }) => line.includes('"path"')).length).toBeGreaterThan(10);
      expect(
        lines.filter(({ line }) => [slug, token, person].some((secret) => line.includes(secret))),
      ).toEqual([]);
    },
  );
});

describe("a caller who asks too often", () => {
  type Ask = (turn: number, headers: Record<string, string>) => Promise<HttpResponse>;
  /** The same words once more would be the same form. */
  type FieldsOf = (turn: number) => Record<string, string>;
  const form =
    (path: string, fieldsOf: FieldsOf): Ask =>
    (turn, headers) =>
      postForm(site.url, path, fieldsOf(turn), headers);
  const call =
    (path: string, payloadOf: (turn: number) => object): Ask =>
    (turn, headers) =>
      postJson(site.url, path, payloadOf(turn), headers);
  const email = "ada@visitor.example";
  const mine = "a password of mine";
  const event = { firstName: "Ada", lastName: "Visitor", email };
  const exam: FieldsOf = (turn) => {
    const { serviceRequired, ...fields } = amebEnquiry(turn);
    return { ...fields, serviceRequired: serviceRequired[0]! };
  };
  const wrong = () => ({ email: owner, password: "not the password" });
  const confirm = () => ({ token: "a".repeat(43), password: mine });
  const renew = () => ({ ...confirm(), newPassword: mine, confirmation: mine });
  const asks: [string, Ask][] = [
    ["the contact form", form("/?index", contactMessage)],
    ["the contact form as data", form("/_.data?index", contactMessage)],
    [
      "the form of an event",
      form("/live-piano-services", (turn) => ({ ...event, eventDescription: `Wedding ${turn}.` })),
    ],
    ["the form of an exam", form("/ameb-accompanying", exam)],
    ["the newsletter's form", form("/newsletter", () => ({ email }))],
    ["an exam by API request", call(amebApiPath, amebEnquiry)],
    [
      "the newsletter by API request",
      call("/functions/add-mailchimp-subscriber", () => ({ email })),
    ],
    ["the login", form("/login", wrong)],
    ["a code", form("/login/code", () => ({ intent: "verify", email: owner, code: "123456" }))],
    ["asking for a code", form("/login/code", () => ({ intent: "send", email: owner }))],
    ["asking for a magic link", form("/login/magic-link", () => ({ email: owner }))],
    ["asking for a new password", form("/login/forgotten-password", () => ({ email: owner }))],
    ["signing up", form("/login/sign-up", () => ({ email: owner, password: mine, name: "Ada" }))],
    ["a new password", form("/login/update-password?token=a", renew)],
    ["confirming", form("/login/confirm", confirm)],
    ["the sign-in library", call("/api/auth/sign-in/email", wrong)],
    [
      "a code of the sign-in library",
      call("/api/auth/sign-in/email-otp", () => ({ email: owner, otp: "123456" })),
    ],
  ];

  test.for(asks)("gets Retry-After: %s", async ([, ask]) => {
    const headers = newcomer();
    let answer = await ask(0, headers);
    for (let turn = 1; turn < 30 && answer.status !== 429; turn++)
      answer = await ask(turn, headers);
    expect({ status: answer.status, wait: answer.headers["retry-after"] }).toEqual({
      status: 429,
      wait: expect.stringMatching(/^[1-9]\d{0,3}$/),
    });
  });
});
