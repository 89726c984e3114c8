import { expect, test } from "vitest";
import { networkOf } from "./client-info.server.ts";

test("an IPv4 client IP is its own network in any notation", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::FFFF:c000:207")).toBe("192.0.2.7");
});

test("IPv6 client IPs of one /64 network count as one", () => {
  expect(networkOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:0DB8:0001:0002:ffff:ffff:ffff:ffff")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
});

test("text that is no IP stays unchanged", () => {
  for (const written of ["unknown", "", "999.1.1.1", ":::1"])
    expect(networkOf(written)).toBe(written);
});
