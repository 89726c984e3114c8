import { expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { withoutNonce } from "#tests/support/nonce.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";

/* Files of the build and rendered pages, as they leave the process. */

let site: Site;

sharedSiteTest.beforeAll(({ shared }) => void (site = shared.site));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(site.url, path, { method, headers });
const encodings = [
  { accept: "br, gzip, deflate", encoding: "br" },
  { accept: "gzip, deflate", encoding: "gzip" },
  { accept: "identity", encoding: "identity" },
];

test.for(encodings)(
  "the home page as $encoding is complete, with its own strong ETag",
  async ({ accept, encoding }) => {
    const plain = await get("/");
    const answer = await get("/", { "Accept-Encoding": accept });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=0, must-revalidate",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(answer.headers["content-length"]).toBe(String(answer.body.length));
    expect(answer.text === plain.text).toBe(true);
    expect(answer.headers.etag === plain.headers.etag).toBe(encoding === "identity");
  },
);

test.for(["/", "/login"])("an encoding that is refused is not sent: %s", async (path) => {
  const encodingOf = async (accept: string) =>
    (await get(path, { "Accept-Encoding": accept })).headers["content-encoding"];
  expect(await encodingOf("br;q=0, gzip")).toBe("gzip");
  expect(await encodingOf("gzip;q=1.0, br;q=0.5")).toBe("gzip");
  expect(await encodingOf("br;q=0, gzip;q=0, *;q=0.1")).toBe(undefined);
  expect(await encodingOf("*;q=0.1")).toBe("br");
  expect(await encodingOf("br")).toBe("br");
});

test.for(encodings)("a rendered page is the same and complete as $encoding", async ({ accept }) => {
  const plain = await get("/no-such-page");
  const answer = await get("/no-such-page", { "Accept-Encoding": accept });
  expect(answer.headers["content-length"]).toBe(String(answer.body.length));
  expect(answer.text).toMatch(/^<!DOCTYPE html><html lang="en-AU"[^>]*>[\s\S]*<\/html>$/);
  expect(withoutNonce(answer.text) === withoutNonce(plain.text)).toBe(true);
});

test("a prerendered page has hashes and no nonce, which would be the same for everybody", async () => {
  const { headers, text } = await get("/");
  expect(String(headers["content-security-policy"])).toMatch(/script-src 'self' 'sha256-/);
  expect(`${String(headers["content-security-policy"])} ${text}`).not.toMatch(/'nonce-|nonce="/);
});

test("every inline script and style of a rendered page has its nonce", async () => {
  const nonces = new Set<string>();
  for (const path of ["/login", "/login", "/no-such-page", "/newsletter"]) {
    const { headers, text } = await get(path);
    const [, nonce] = /script-src 'self' 'nonce-([^']+)';/.exec(
      String(headers["content-security-policy"]),
    )!;
    nonces.add(nonce!);
    const inline = text.match(/<(?:script|style)\b[^>]*>/g)!;
    expect(inline.length).toBeGreaterThan(5);
    expect(inline.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(4);
});

test.for(encodings)("a cached page as $encoding answers 304 without a body", async ({ accept }) => {
  const first = await get("/", { "Accept-Encoding": accept });
  for (const seen of [first.headers.etag!, `"another", W/${first.headers.etag}`]) {
    const again = await get("/", { "Accept-Encoding": accept, "If-None-Match": seen });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([
      304,
      0,
      first.headers.etag,
    ]);
    expect(again.headers["cache-control"]).toBe(first.headers["cache-control"]);
  }
  expect((await get("/", { "Accept-Encoding": accept, "If-None-Match": '"another"' })).status).toBe(
    200,
  );
});

test.for(
  allPages
    .flatMap(({ path }) => [
      [`${path}/`.replace("//", "/"), path],
      [`${path}/index.html`.replace("//", "/"), path],
    ])
    .filter(([other, path]) => other !== path) as [string, string][],
)("%s leads to %s, which is the page's one address", async ([other, path]) => {
  for (const method of ["GET", "HEAD"])
    for (const query of ["", "?", "?from=%2Femail&x=1"]) {
      const { status, headers, body } = await get(other + query, {}, method);
      expect([status, headers.location, body.length]).toEqual([301, path + query, 0]);
    }
  expect((await get(path)).status).toBe(200);
});

test.for(["/favicon.svg/", "/nope/index.html", "/about/index.html/", "/index.html/"])(
  "a path that is like a page's is none: %s",
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test.for(["/", "/favicon.svg"])("HEAD of a file is the same without a body: %s", async (path) => {
  const whole = await get(path);
  const head = await get(path, {}, "HEAD");
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect({ ...head.headers, date: "" }).toEqual({ ...whole.headers, date: "" });
});

test.for(["/login", "/healthz", "/no-such-page"])(
  "HEAD of a rendered page has its status and no wrong length: %s",
  async (path) => {
    const whole = await get(path);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([whole.status, 0]);
    expect([undefined, whole.headers["content-length"]]).toContain(head.headers["content-length"]);
  },
);

test("an asset is immutable, and its headers say so", async () => {
  const { text } = await get("/");
  const [asset] = /\/assets\/[\w.-]+\.js/.exec(text)!;
  const answer = await get(asset, { "Accept-Encoding": "br" });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
});

test.for([
  "/assets/nope.js",
  "/assets/",
  "/assets/../server/index.js",
  "/assets/%2e%2e/server/index.js",
  "/assets/..%2f..%2fpackage.json",
])("a missing asset costs a line, not a page: %s", async (path) => {
  const answer = await get(path, { "Accept-Encoding": "br" });
  expect([answer.status, answer.text]).toEqual([
    404,
    '{"error":{"code":"not-found","message":"There is no such file."}}',
  ]);
});

test.for([
  "/package.json",
  "/server/index.js",
  "/../package.json",
  "/.env",
  "/index.js",
  "/favicon.svg.br",
  "/favicon.svg.gz",
])("nothing but the build's own files is sent: %s", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("a form sent to a prerendered page reaches its action", async () => {
  const wrong = await postForm(site.url, "/?index", { name: "A", email: "no", message: "short" });
  expect({ status: wrong.status, visible: visibleText(wrong.text) }).toEqual({
    status: 422,
    visible: expect.stringContaining("Name must be at least 2 characters."),
  });
  const right = await postForm(site.url, "/?index", {
    name: "Ada Visitor",
    email: "ada@visitor.example",
    message: "Could you play at our garden party?",
  });
  expect({ status: right.status, visible: visibleText(right.text) }).toEqual({
    status: 200,
    visible: expect.stringContaining("Your message has been sent!"),
  });
});
