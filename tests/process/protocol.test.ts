import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { openSocket, sendBytes } from "#tests/support/raw-socket.ts";

/* Refusals of the HTTP parser, and a client's share of the connections. */

const evil = "evil.example";

let site: Site;

sharedSiteTest.beforeAll(({ shared }) => {
  ({ site } = shared);
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

  test("eight hundred idle connections from one IP leave room for others, also at that IP", async () => {
    const idle: Socket[] = [];
    while (idle.length < 800)
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
