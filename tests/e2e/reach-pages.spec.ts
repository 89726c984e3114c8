import { expect, test, openHydrated, openAndMove } from "./support/fixtures.ts";
import { toastWith } from "./support/toasts.ts";

/* A link or filter on a page whose site has been updated meanwhile, or that has lost its connection. */

test("the first click after an update opens the wanted page", async ({ page, guard }) => {
  guard.expectConsole(/status of 404/);
  await openAndMove(page, "/");
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await expect(page.locator("header nav [aria-current=page]").first()).toHaveText("About");
  await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
});

test("resting on a link after an update keeps the page and what was typed, without a connection a click does", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 404|net::ERR_INTERNET_DISCONNECTED/);
  await openAndMove(page, "/");
  await page.getByLabel("Message").fill("Saturday, two sets");
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  const isMissing = page.waitForResponse("**/assets/about-*.js");
  await page.getByRole("banner").getByRole("link", { name: "About" }).hover();
  await isMissing;
  await page.unroute("**/assets/*.js");
  await page.getByRole("banner").getByRole("link", { name: "Coaching" }).hover();
  await expect
    .poll(() => guard.requests.some(({ path }) => /coaching-.*js$/.test(path)))
    .toBe(true);
  await expect(page.getByLabel("Message")).toHaveValue("Saturday, two sets");

  await context.setOffline(true);
  const link = page.getByRole("banner").getByRole("link", { name: "Projects & Resources" });
  await link.click();
  await expect(toastWith(page, "You're offline.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await context.setOffline(false);
  await link.click();
  await expect(page).toHaveURL("/projects-resources");
});

test("a list stays without a connection, and a page without a server is there at the next try", async ({
  page,
  context,
  guard,
  signInAsOwner,
}) => {
  guard.expectConsole(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|Failed to fetch/);
  await signInAsOwner();
  await openHydrated(page, "/admin/quotes");
  await context.setOffline(true);
  await page.getByRole("searchbox").first().fill("Garden");
  await page.keyboard.press("Enter");
  await expect(toastWith(page, "You're offline.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Accepted Quotes");

  await context.setOffline(false);
  const data = "**/admin/services.data*";
  await page.route(data, (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Services" }).first().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("We can't be reached just now.");
  await page.unroute(data);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading).toHaveText("Services");
});
