import { expect, test } from "vitest";
import { pathForLog, withoutAddresses } from "./log.server.ts";

test.each([
  ["/quotes/a-secret-slug", "/quotes/…"],
  ["/quotes/a-secret-slug.data?_routes=x", "/quotes/…"],
  ["/calendar/a-secret-token.ics", "/calendar/…"],
  ["/admin/clients/ada@client.example", "/admin/clients/…"],
  ["/admin/quotes/5d1b0c7e?q=ada", "/admin/quotes/5d1b0c7e"],
])("the log knows %s as %s", (path, logged) => {
  expect(pathForLog(`http://localhost${path}`)).toBe(logged);
});

test("what another server says is told without addresses", () => {
  expect(withoutAddresses("550 5.1.1 <ada@client.example>: Recipient address rejected: user ada@client.example unknown")).toBe("550 5.1.1 <[address]>: Recipient address rejected: user [address] unknown");
});
