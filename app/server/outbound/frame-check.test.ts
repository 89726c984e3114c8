import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { answersInFrame, knownAnswer } from "./frame-check.server.ts";
import { isPublicAddress } from "./public-address.server.ts";

/* Whether another site's page may be shown in a frame of ours, asked of real servers on loopback. */

const siteOrigin = "https://www.site.example";
const isAllowed = () => true;

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, headers: Record<string, string | string[]> = {}) =>
  listen((_, response) => response.writeHead(status, headers).end("<!doctype html>"));

const check = (origin: string, timeout?: number) =>
  answersInFrame(`${origin}/calendar`, {
    siteOrigin,
    frameOrigins: [origin],
    isAllowed,
    ...(timeout !== undefined && { timeout }),
  });

test.for([
  [200, true],
  [204, true],
  [404, false],
  [410, false],
  [500, false],
  [503, false],
  // Said to a program, which may not be what a browser is told.
  [401, true],
  [403, true],
  [429, true],
] as const)("a page that answers with %s is shown: %s", async ([status, shown]) => {
  expect(await check(await answering(status))).toBe(shown);
});

test.for([
  [{ "X-Frame-Options": "DENY" }, false],
  [{ "X-Frame-Options": "SAMEORIGIN" }, false],
  [{ "X-Frame-Options": "sameorigin, sameorigin" }, false],
  [{ "X-Frame-Options": "ALLOW-FROM https://nobody.example" }, true],
  [{ "Content-Security-Policy": "default-src 'self'" }, true],
  [{ "Content-Security-Policy": "frame-ancestors 'none'" }, false],
  [{ "Content-Security-Policy": "default-src *; Frame-Ancestors 'self'" }, false],
  [{ "Content-Security-Policy": "frame-ancestors" }, false],
  [{ "Content-Security-Policy": "frame-ancestors *" }, true],
  [{ "Content-Security-Policy": "frame-ancestors https:" }, true],
  [{ "Content-Security-Policy": "frame-ancestors https://www.site.example" }, true],
  [{ "Content-Security-Policy": "frame-ancestors 'self' www.site.example" }, true],
  [{ "Content-Security-Policy": "frame-ancestors *.site.example:*" }, true],
  [{ "Content-Security-Policy": "frame-ancestors https://*.other.example" }, false],
  [{ "Content-Security-Policy": "frame-ancestors https://www.site.example:8443" }, false],
  [{ "Content-Security-Policy": ["frame-ancestors *", "frame-ancestors 'none'"] }, false],
  [{ "Content-Security-Policy": "frame-ancestors *", "X-Frame-Options": "DENY" }, true],
] as const satisfies [Record<string, string | string[]>, boolean][])(
  "%j lets our pages show it: %s",
  async ([headers, shown]) => {
    expect(await check(await answering(200, headers as Record<string, string | string[]>))).toBe(
      shown,
    );
  },
);

test("a closed port is no answer", async () => {
  expect(await check("http://127.0.0.1:1")).toBe(false);
});

test("a connection that is cut is no answer", async () => {
  expect(await check(await listen((request) => request.socket.destroy()))).toBe(false);
});

test("a page that takes too long is no answer", async () => {
  expect(await check(await listen(() => {}), 50)).toBe(false);
});

test("an address that is none is no answer", async () => {
  expect(await answersInFrame("calendar", { siteOrigin, frameOrigins: [] })).toBe(false);
});

test("a redirect is followed where a frame may go", async () => {
  const origin = await listen(({ url }, response) => {
    if (url === "/calendar") response.writeHead(302, { Location: "/week" }).end();
    else response.writeHead(200, { "X-Frame-Options": "DENY" }).end();
  });
  expect(await check(origin)).toBe(false);
});

test("a redirect to any other host is not followed", async () => {
  let asked = 0;
  const inside = await listen((_, response) => {
    asked++;
    response.end();
  });
  expect(await check(await answering(302, { Location: `${inside}/admin` }))).toBe(false);
  expect(asked).toBe(0);
});

test("a page that redirects to itself is no answer", async () => {
  expect(await check(await answering(302, { Location: "/calendar" }))).toBe(false);
});

test("fifty visitors at once cost one request, and so do those after them", async () => {
  let asked = 0;
  const origin = await listen((_, response) => {
    asked++;
    response.end();
  });
  const ask = () => knownAnswer(`${origin}/`, { siteOrigin, frameOrigins: [origin], isAllowed });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  answers.push(await ask());
  expect(new Set(answers)).toEqual(new Set([true]));
  expect(asked).toBe(1);
});

test.for(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0"])(
  "nothing is asked of the server itself, whatever it is called: %s",
  async (host) => {
    let asked = 0;
    const origin = await listen((_, response) => {
      asked++;
      response.end();
    });
    const own = new URL(origin.replace("127.0.0.1", host)).origin;
    expect(await answersInFrame(`${own}/`, { siteOrigin, frameOrigins: [own] })).toBe(false);
    expect(asked).toBe(0);
  },
);

test.for([
  ["1.1.1.1", true],
  ["172.32.0.1", true],
  ["2606:4700:4700::1111", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.8.8.8", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["2002:a00:1::", false],
  ["2001:0:a00:1::", false],
  ["fd00::1", false],
  ["fe80::1", false],
] as const)("%s is a machine of the public internet: %s", ([ip, isPublic]) => {
  expect(isPublicAddress(ip)).toBe(isPublic);
});
