import { expect, test } from "vitest";
import { networkOf } from "./network.server.ts";

test("an IPv4 client IP is its own network, however a proxy or a socket writes it", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("::FFFF:c000:207")).toBe("192.0.2.7");
});

test("every IPv6 client IP of one customer is one network of 64 bits", () => {
  expect(networkOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:0DB8:0001:0002:ffff:ffff:ffff:ffff")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
});

test("what is no client IP stays as it is written", () => {
  for (const written of ["unknown", "", "999.1.1.1", ":::1"])
    expect(networkOf(written)).toBe(written);
});
