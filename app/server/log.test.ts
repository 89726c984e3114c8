import { expect, test } from "vitest";
import { allowPathSegments, pathForLog, withoutEmails } from "./log.server.ts";

allowPathSegments([
  { path: "quotes/:slug?" },
  { path: "calendar/:file" },
  { path: "admin" },
  { path: "clients/:email" },
  { path: "api/auth/*" },
  {},
  undefined,
]);

test.each([
  ["/quotes/a-secret-slug", "/quotes/…"],
  ["/quotes/a-secret-slug.data?_routes=x", "/quotes/…"],
  ["/quotes/quotes-of-ada/quote.pdf", "/quotes/…/…"],
  ["/%71uotes/a-secret-slug", "/…/…"],
  ["/Quotes/a-secret-slug", "/…/…"],
  ["//quotes//a-secret-slug", "/quotes/…"],
  ["/x/../quotes/a-secret-slug", "/quotes/…"],
  ["/quotes\\a-secret-slug", "/quotes/…"],
  ["/quotes%5ca-secret-slug", "/…"],
  ["/quotes;a-secret-slug", "/…"],
  ["/quote/a-secret-slug", "/quote/…"],
  ["/Zk3uQ9dTq0bVw8RrYx1mNc", "/…"],
  ["/calendar/a-secret-token.ics", "/calendar/…"],
  ["/api/auth/magic-link/verify?token=a-secret-token", "/api/auth/…/…"],
  ["/admin/clients/ada@client.example", "/admin/clients/…"],
  ["/abuot", "/abuot"],
  ["/wp-login.php", "/wp-login.php"],
  ["/no-such-page-1763787600000", "/no-such-page-1763787600000"],
  ["/page2", "/page2"],
  ["/3b241101-e2bb-4255-8caf-4136c566a962", "/…"],
  ["/", "/"],
])("the log knows %s as %s", (path, logged) => {
  expect(pathForLog(`http://localhost${path}`)).toBe(logged);
});

test("messages of other servers are logged without emails", () => {
  expect(
    withoutEmails(
      "550 5.1.1 <ada@client.example>: Recipient address rejected: user ada@client.example unknown",
    ),
  ).toBe("550 5.1.1 <[address]>: Recipient address rejected: user [address] unknown");
});
