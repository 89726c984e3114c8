import { createHash } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { hashPassword } from "better-auth/crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { testPassword } from "#tests/support/owners.ts";
import { openSocket } from "#tests/support/raw-socket.ts";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { refusal } from "#tests/support/api-refusal.ts";
import { listedEmails, sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { uploadHead } from "#tests/support/uploads.ts";

/* Bodies, names and words that are meant to do harm, and what becomes of them. */

const slug = "a-slug-of-the-hostile-tests";
const acceptance = { slug, clientName: "Ada Client", clientEmail: "ada@client.example" };

let store: TestStore;
let site: Site;
let Cookie: string;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, owner: Cookie } = shared);
  await store.withConnection((query) => insertQuote(query, { slug }));
});

/**
 * Says these words and then a character a second; answers with what came back, and after how many
 * milliseconds the connection was ended.
 */
function dawdle(words: string): Promise<{ said: string; after: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1", () => socket.write(words));
    // After what has come was read: writing to a connection that was ended loses it.
    const more = setInterval(() => setImmediate(() => socket.write("a")), 1_000);
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(more);
      resolve({ said, after: performance.now() - began });
    });
  });
}

const call = (
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = "/functions/submit-quote-acceptance",
) =>
  send(site.url, path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
const untouched = () =>
  store.query(
    "select (select count(*)::int from quote_events) as events, (select accepted_at from " +
      "invoices limit 1) as accepted",
  );

describe("a body", () => {
  test.for([70_000, 300_000, 1_500_000])(
    "of %i bytes is refused with a readable message",
    async (size) => {
      const form = { "Content-Type": "application/x-www-form-urlencoded" };
      const body = `message=${"a".repeat(size)}`;
      const post = (headers: object) =>
        send(site.url, "/?index", { method: "POST", headers: { ...form, ...headers }, body });
      for (const headers of [{}, { "Transfer-Encoding": "chunked" }])
        expect(refusal(await post(headers))).toMatchObject({ status: 413, code: "too-large" });
      const { text } = await post({ Accept: "text/html" });
      expect(text).toContain("<h1>This is more than 64 KB.</h1>");
    },
  );

  test("is read before it is refused, since a proxy loses the answer when it is still sending", async () => {
    const socket = await openSocket(site.url);
    onTestFinished(() => void socket.destroy());
    let said = "";
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.write(uploadHead("", 200_000));
    socket.write(Buffer.alloc(100_000));
    expect((await send(site.url, "/about")).status).toBe(200);
    expect(said).toBe("");
    socket.write(Buffer.alloc(100_000));
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 401 [\s\S]*"signed-out"/);
  });

  test("that never ends is cut off", async () => {
    const sent = await dawdle(
      `POST /?index HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
    );
    expect(sent.said).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent.after).toBeLessThan(5_000);
  });

  test.for<[string, number, string]>([
    ["40 objects in each other", 400, '{"a":'.repeat(40) + "1" + "}".repeat(40)],
    ["10,000 lists in each other", 400, "[".repeat(10_000) + "]".repeat(10_000)],
    ["10,000 objects in each other", 400, '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)],
    ["lists without an end", 400, `{"slug":${"[".repeat(30_000)}`],
    [
      "brackets in words only",
      422,
      JSON.stringify({ clientName: `${"[".repeat(90)}\\"${"{".repeat(9)}` }),
    ],
    ["a list", 400, "[]"],
    ["nothing", 400, ""],
    ["null", 400, "null"],
    ["half of it", 400, '{"slug": "x'],
    ["a number beyond all", 422, '{"version": 1e999}'],
  ])("of JSON with %s is answered with %i", async ([, status, body]) => {
    for (const path of [
      "/functions/submit-quote-acceptance",
      "/functions/submit-live-piano-services-quote",
    ])
      expect(refusal(await call(body, {}, path)).status).toBe(status);
    expect((await call(body, {}, "/api/auth/sign-in/email")).status).toBe(400);
  });

  test("that is compressed or not UTF-8 is not read at all", async () => {
    const whole = JSON.stringify({ ...acceptance, acceptQuote: true });
    const utf16 = Buffer.from(whole, "utf16le");
    for (const [status, body, headers] of [
      [415, gzipSync(whole), { "Content-Encoding": "gzip" }],
      [415, whole, { "Content-Encoding": "deflate, gzip" }],
      [415, utf16, { "Content-Type": "application/json; charset=utf-16" }],
      [415, whole, { "Content-Type": "application/json; charset=utf-7" }],
      [400, utf16, {}],
      [400, Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xc0, 0xaf, 0x7d]), {}],
    ] as const)
      expect(refusal(await call(body, headers)).status).toBe(status);
    expect(await untouched()).toEqual([{ events: 0, accepted: null }]);
  });
});

test.for([
  "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n",
  "Content-Length: 4\r\nContent-Length: 9\r\n\r\nabcd",
  "Content-Length: +4\r\n\r\nabcd",
  "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
  "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
  "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
  "X-Folded: a\r\n b\r\n\r\n",
])("a request of which two servers could think differently is refused: %j", async (rest) => {
  const { said } = await dawdle(
    `POST /?index HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${rest}`,
  );
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("method overrides in headers and fields are ignored", async () => {
  const overrides = {
    "X-HTTP-Method-Override": "POST",
    "X-HTTP-Method": "DELETE",
    "X-Method-Override": "DELETE",
  };
  expect((await send(site.url, "/?index&_method=POST", { headers: overrides })).status).toBe(200);
  expect((await postForm(site.url, "/?index", { _method: "DELETE" }, overrides)).status).toBe(422);
  expect(
    (await send(site.url, "/logout?_method=POST", { headers: { ...overrides, Cookie } })).status,
  ).toBe(302);
  expect((await send(site.url, "/admin", { headers: { Cookie } })).status).toBe(200);
});

test("no path leads out of its folder", async () => {
  const ups = [
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%5c",
    "%252e%252e%252f",
    "..;/",
    "....//",
    "%c0%ae%c0%ae/",
    ".%00./",
  ];
  for (const start of [
    "/",
    "/assets/",
    "/pictures/",
    "/quotes/",
    "/functions/",
    "/admin/sent-mail/",
  ]) {
    for (const up of ups) {
      const { status, text } = await send(site.url, `${start}${up.repeat(6)}etc/passwd`);
      expect([
        start,
        up,
        [302, 400, 404].includes(status),
        /root:x:0|"name": "breath-and-key"/.test(text),
      ]).toEqual([start, up, true, false]);
    }
  }
});

describe("many passwords at once", () => {
  const crowd = (ask: (turn: number) => Promise<HttpResponse>) =>
    Promise.all(Array.from({ length: 16 }, (_, turn) => ask(turn)));
  const outcome = (answers: HttpResponse[]) =>
    [...new Set(answers.map(({ status }) => status))].sort();

  test("are asked to wait, in every form", async () => {
    const hash = (token: string) => createHash("sha256").update(token).digest("base64url");
    const later = new Date(Date.now() + 3_600_000);
    const value = JSON.stringify({
      email: listedEmails.invited,
      passwordHash: await hashPassword(testPassword),
    });
    await store.withConnection(async (query) => {
      await query(
        "insert into setup_links (token_hash, email, expires_at) values ($1, 'second@example.com', $2)",
        [hash("setup-token"), later],
      );
      for (let turn = 0; turn < 16; turn++)
        await query(
          "insert into verifications (id, identifier, value, expires_at) values ($1, $2, $3, $4)",
          [`v${turn}`, `sign-up:${hash(`token-${turn}`)}`, value, later],
        );
    });
    const setup = await crowd(() =>
      postForm(site.url, "/login/setup", {
        token: "setup-token",
        email: "second@example.com",
        password: testPassword,
      }),
    );
    expect(outcome(setup)).toEqual(expect.arrayContaining([429]));
    for (const { status, headers, text } of setup) {
      expect([302, 410, 429]).toContain(status);
      if (status === 429)
        expect([headers["retry-after"], visibleText(text)]).toEqual([
          "5",
          expect.stringContaining("Please try again in a moment."),
        ]);
    }
    const confirm = await crowd((turn) =>
      postForm(site.url, "/login/confirm", {
        token: `token-${turn}`,
        password: "another password",
      }),
    );
    expect(outcome(confirm)).toEqual([422, 429]);
  });
});
