import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "#tests/support/api-refusal.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { addOwner, testPassword, signInForCookies } from "#tests/support/owners.ts";
import { postForm, postJson, type HttpRequest, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* What the process answers to requests that no page and no call of this site sends. */

const slug = "a-slug-of-the-gate-tests";
const ownerEmail = "owner@example.com";
const message = {
  name: "Ada Visitor",
  email: "ada@visitor.example",
  message: "Could you play at our garden party?",
};
const evil = "evil.example";

let store: TestStore;
let mail: MailServer;
let site: Site;

beforeAll(async () => {
  store = await createStore();
  mail = await startMailServer();
  await store.withConnection((query) => insertQuote(query, { slug }));
  await addOwner(store, ownerEmail);
  site = await startSite(store.dataDir, {
    ...store.settings,
    SMTP_URL: mail.url,
    TRUST_PROXY: "0",
  });
});

beforeEach(() => store.query("delete from rate_limits"));

afterAll(async () => {
  await site.kill();
  await mail.stop();
  store.remove();
});

const form = (path: string, fields: Record<string, string>) => (headers: Record<string, string>) =>
  postForm(site.url, path, fields, headers);
const json = (path: string, payload: unknown) => (headers: Record<string, string>) =>
  postJson(site.url, path, payload, headers);
const acceptance = { slug, clientName: "Ada Client", clientEmail: "ada@client.example" };

async function recorded(): Promise<unknown> {
  return store.query(
    "select (select count(*)::int from contact_messages) as messages, (select " +
      "count(*)::int from quote_events) as events",
  );
}

describe("a request that another site's page caused", () => {
  const foreign: [string, () => Record<string, string>][] = [
    ["another origin", () => ({ Origin: `https://${evil}` })],
    [
      "another origin that says it is the same site",
      () => ({ Origin: `https://${evil}`, "Sec-Fetch-Site": "same-origin" }),
    ],
    ["another scheme", () => ({ Origin: site.url.replace("http:", "https:") })],
    ["another port", () => ({ Origin: site.url.replace(/\d+$/, "1") })],
    ["a hidden origin", () => ({ Origin: "null" })],
    ["a hidden origin across sites", () => ({ Origin: "null", "Sec-Fetch-Site": "cross-site" })],
    ["a browser that says cross-site", () => ({ "Sec-Fetch-Site": "cross-site" })],
    [
      "a browser that says same-site, such as a sister domain",
      () => ({ "Sec-Fetch-Site": "same-site" }),
    ],
  ];
  const posts = {
    "the contact form": form("/?index", message),
    "the quote form": form(`/quotes/${slug}`, { ...acceptance, acceptQuote: "on" }),
    "a server function": json("/functions/submit-quote-acceptance", acceptance),
    "the sign-in library": json("/api/auth/sign-in/email", {
      email: ownerEmail,
      password: testPassword,
    }),
    "the sign-in form": form("/login", { email: ownerEmail, password: testPassword }),
    "the data of a form": form("/_root.data?index", message),
  };

  test.for(foreign)("is refused with 403 and changes nothing: %s", async ([, headers]) => {
    const before = await recorded();
    for (const [name, post] of Object.entries(posts)) {
      const answer = await post(headers());
      expect(refusal(answer), name).toMatchObject({ status: 403, code: "origin" });
      expect(answer.cookies, name).toBe("");
    }
    expect(await recorded()).toEqual(before);
  });

  test("cannot sign the owner out", async () => {
    const Cookie = await signInForCookies(site, ownerEmail);
    expect(
      (await postForm(site.url, "/logout", {}, { Cookie, Origin: `https://${evil}` })).status,
    ).toBe(403);
    expect((await send(site.url, "/logout", { headers: { Cookie } })).status).toBe(302);
    expect((await send(site.url, "/admin", { headers: { Cookie } })).status).toBe(200);
  });

  test("is distinguished from this site's own pages, even without a referrer", async () => {
    for (const headers of [
      { Origin: site.url, "Sec-Fetch-Site": "same-origin" },
      { Origin: site.url },
      { Origin: "null", "Sec-Fetch-Site": "same-origin" },
      {},
    ] as Record<string, string>[]) {
      expect(
        (await postForm(site.url, "/?index", { ...message, message: "short" }, headers)).status,
      ).toBe(422);
    }
  });
});

describe("an invented Host header", () => {
  const invented = {
    Host: evil,
    "X-Forwarded-Host": evil,
    "X-Forwarded-Proto": "https",
    Forwarded: `host=${evil}`,
  };

  test("is in no email", async () => {
    const answer = await postForm(site.url, "/?index", message, invented);
    expect({ status: answer.status, visible: visibleText(answer.text) }).toEqual({
      status: 200,
      visible: expect.stringContaining("Your message has been sent!"),
    });
    // To the owner, who is led to the message, and to the sender.
    const letters = await mail.waitFor(2);
    expect(letters.some(({ html }) => html?.includes(`${site.url}/admin/inbox/`))).toBe(true);
    expect(JSON.stringify(letters)).not.toContain(evil);
  });

  test("is in no redirect and on no page", async () => {
    const asked = [
      await send(site.url, "/admin/quotes", { headers: invented }),
      await send(site.url, "/logout", { headers: invented }),
      await postForm(site.url, "/login", { email: ownerEmail, password: testPassword }, invented),
      await send(site.url, "/", { headers: invented }),
      await send(site.url, `/quotes/${slug}`, { headers: invented }),
      await send(site.url, "/no-such-page", { headers: invented }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([302, 302, 302, 200, 200, 404]);
    for (const { headers, text } of asked) {
      expect(JSON.stringify(headers)).not.toContain(evil);
      expect(text.includes(evil)).toBe(false);
    }
  });
});

describe("a malformed request", () => {
  const post = (path: string, body: string | Buffer, type?: string): [string, HttpRequest] => [
    path,
    { method: "POST", body, ...(type && { headers: { "Content-Type": type } }) },
  ];
  const urlencoded = "application/x-www-form-urlencoded";
  const cases: [string, number, [string, HttpRequest?]][] = [
    ["percent-encoding that is cut off", 400, ["/%"]],
    ["percent-encoding that is no UTF-8", 400, ["/%E0%A4%A"]],
    ["a null in the path", 400, ["/%00"]],
    ["a null in a quote's link", 400, [`/quotes/${slug}%00`]],
    ["a null in the query", 400, ["/login?next=%00"]],
    ["a line break in the path", 400, ["/login%0d%0aSet-Cookie:%20a=b"]],
    ["a backslash", 400, ["/%5c%5cevil.example"]],
    ["two slashes at the start", 400, ["//evil.example/admin"]],
    ["another site's address", 400, [`http://${evil}/`]],
    ["a path that never ends", 414, [`/${"a".repeat(5000)}`]],
    ["a path that is longer than any of this site", 414, [`/api/auth/${"a".repeat(1500)}`]],
    ["a question that never ends", 414, [`/login?next=${"a".repeat(5000)}`]],
    ["plain text", 415, post("/?index", "name=Ada", "text/plain")],
    ["a body of no kind", 415, post("/?index", "name=Ada")],
    ["XML", 415, post("/api/auth/sign-in/email", "<a/>", "application/xml")],
    [
      "a form that is no UTF-8",
      400,
      post("/?index", Buffer.from([0x6e, 0x3d, 0xff, 0xfe]), urlencoded),
    ],
    [
      "a call that is no UTF-8",
      400,
      post(
        "/functions/submit-quote-acceptance",
        Buffer.from([0x22, 0xc3, 0x28, 0x22]),
        "application/json",
      ),
    ],
    ["a form of 70 KB", 413, post("/?index", `message=${"a".repeat(70_000)}`, urlencoded)],
  ];

  test.for(cases)("is refused early: %s", async ([, status, [path, sent]]) => {
    expect(refusal(await send(site.url, path, sent))).toMatchObject({ status });
  });

  test.for(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])(
    "is refused for its method: %s",
    async (method) => {
      for (const path of [
        "/",
        "/admin",
        "/functions/submit-quote-acceptance",
        "/api/auth/sign-in/email",
      ]) {
        const answer = await send(site.url, path, { method });
        expect(refusal(answer)).toMatchObject({ status: 405 });
        expect(answer.headers.allow).toBe("GET, HEAD, POST");
      }
    },
  );
});

describe("the client IP", () => {
  test("is the socket's without a proxy: invented headers do not avoid the sign-in limit", async () => {
    const statuses: number[] = [];
    for (let turn = 1; turn <= 11; turn++) {
      const forwarded = {
        "X-Forwarded-For": `203.0.113.${turn}`,
        "X-Real-IP": `203.0.113.${turn}`,
        "X-Client-Address": `203.0.113.${turn}`,
        Forwarded: `for=203.0.113.${turn}`,
      };
      // The page's form and the library's own address share one limit.
      const wrong = { email: ownerEmail, password: "not the password" };
      statuses.push(
        (
          await (turn % 2
            ? postForm(site.url, "/login", wrong, forwarded)
            : postJson(site.url, "/api/auth/sign-in/email", wrong, forwarded))
        ).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const late = await postForm(site.url, "/login", { email: ownerEmail, password: testPassword });
    expect({ status: late.status, visible: visibleText(late.text) }).toEqual({
      status: 429,
      visible: expect.stringContaining("Too many attempts."),
    });
  });
});
