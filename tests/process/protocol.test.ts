import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { type HttpRequest, type HttpResponse, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { openSocket, sendBytes } from "#tests/support/raw-socket.ts";

/*
 * What a client gets beside the content: refusals of the HTTP parser, its share of the connections,
 * and security headers.
 */

const slug = "a-slug-of-the-protocol-tests";
const evil = "evil.example";

let store: TestStore;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  await store.query(
    "insert into invoices (client_name, client_email, invoice_type, total_amount, slug) " +
      "values ('Ada', 'ada@client.example', 'Live Piano Services Quote', 1200, $1)",
    [slug],
  );
});

describe("on the wire", () => {
  const paths = ["/", "/favicon.svg", "/login", "/healthz"];

  test.for([
    [
      "two hosts",
      (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: ${evil}\r\n\r\n`,
    ],
    [
      "the same host twice",
      (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n`,
    ],
    ["no host", (path: string) => `GET ${path} HTTP/1.1\r\n\r\n`],
    ["a request of HTTP/0.9", (path: string) => `GET ${path}\r\n\r\n`],
    [
      "a request that says HTTP/0.9",
      (path: string) => `GET ${path} HTTP/0.9\r\nHost: localhost\r\n\r\n`,
    ],
    [
      "a request of HTTP/2.0 in the clear",
      (path: string) => `GET ${path} HTTP/2.0\r\nHost: localhost\r\n\r\n`,
    ],
  ] as const)("%s is refused, and the connection closed", async ([, words]) => {
    for (const path of paths)
      expect(await sendBytes(site.url, words(path)), path).toMatch(
        /^HTTP\/1\.1 400 Bad Request\r\n/,
      );
  });

  test("HTTP/1.0, which monitoring uses, is answered", async () => {
    for (const path of paths)
      expect(await sendBytes(site.url, `GET ${path} HTTP/1.0\r\n\r\n`), path).toMatch(
        /^HTTP\/1\.1 200 OK\r\n/,
      );
  });

  test("four thousand idle connections from one IP leave room for others, also at that IP", async () => {
    const idle: Socket[] = [];
    while (idle.length < 4_000)
      idle.push(
        ...(await Promise.all(
          Array.from({ length: 200 }, () => openSocket(site.url, "127.0.0.66")),
        )),
      );
    try {
      for (const from of ["127.0.0.7", "127.0.0.66", "127.0.0.1"])
        expect(
          await sendBytes(site.url, "GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", {
            from,
          }),
          from,
        ).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      await expect
        .poll(() => idle.filter(({ destroyed }) => !destroyed).length)
        .toBeLessThanOrEqual(500);
    } finally {
      idle.forEach((socket) => socket.destroy());
    }
  });
});

describe("every response has the security headers", () => {
  const cases: [number, string, string, HttpRequest?][] = [
    [200, "a page from disk", "/"],
    [200, "a rendered page", "/login"],
    [200, "a quote", `/quotes/${slug}`],
    [200, "data", `/quotes/${slug}.data`],
    [200, "a picture", "/favicon.svg"],
    [200, "a call", "/healthz"],
    [302, "a redirect", "/admin"],
    [400, "a refused path", "/%00"],
    [
      403,
      "a refused origin",
      "/?index",
      { method: "POST", headers: { Origin: `https://${evil}` } },
    ],
    [404, "an unknown page", "/no-such-page"],
    [404, "a missing asset", "/assets/nope.js"],
    [
      404,
      "an unknown function",
      "/functions/nope",
      { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" },
    ],
    [405, "a refused method", "/", { method: "DELETE" }],
    [
      415,
      "a refused body",
      "/",
      { method: "POST", headers: { "Content-Type": "text/plain" }, body: "a" },
    ],
  ];

  test.for(cases)("%i, %s", async ([status, , path, sent]) => {
    const answer = await send(site.url, path, sent);
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer);
  });

  test("304", async () => {
    const { headers } = await send(site.url, "/");
    const answer = await send(site.url, "/", { headers: { "If-None-Match": headers.etag! } });
    expect(answer.status).toBe(304);
    expectSecurityHeaders(answer);
  });

  test("a quote's page is not cached and sends no referrer", async () => {
    for (const path of [`/quotes/${slug}`, `/quotes/${slug}.data`, "/quotes/no-such-slug"]) {
      const { headers } = await send(site.url, path);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
    }
  });
});

function expectSecurityHeaders({ headers }: HttpResponse): void {
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(
      /^default-src 'none';(?!.*unsafe-inline)(?!.*unsafe-eval).*frame-ancestors 'none'/,
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": expect.stringMatching(
      /^(strict-origin-when-cross-origin|same-origin|no-referrer)$/,
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  expect(headers).not.toHaveProperty("x-powered-by");
  expect(headers).not.toHaveProperty("server");
}
