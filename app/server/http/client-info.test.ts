import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientIpOf } from "./client-info.server.ts";

const asked = (forwarded: string | undefined, remoteAddress = "127.0.0.1") =>
  ({
    headers: { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.for([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["2001:db8::7", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["[2001:db8::7]:51234", "2001:db8::7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["fe80::7%eth0", "fe80::7"],
  ["198.51.100.1, 203.0.113.7:51234", "203.0.113.7"],
])("a proxy that writes %s means the client IP %s", ([written, clientIp]) => {
  expect(clientIpOf(asked(written), 1)).toBe(clientIp);
});

test.for([
  undefined,
  "",
  "unknown",
  "_hidden",
  "203.0.113.7:",
  "203.0.113.999",
  "[::1",
  "evil.example",
  "203.0.113.7 or 1=1",
])("a proxy that names no client IP is the client: %s", (written) => {
  expect(clientIpOf(asked(written), 1)).toBe("127.0.0.1");
});

test("without a proxy the client IP is the socket's, whatever the headers say", () => {
  expect(clientIpOf(asked("203.0.113.7", "::ffff:198.51.100.1"), 0)).toBe("198.51.100.1");
});

test("behind two proxies the client IP is what the outer one saw", () => {
  expect(clientIpOf(asked("192.0.2.1, 203.0.113.7:1, 198.51.100.1:2"), 2)).toBe("203.0.113.7");
});
