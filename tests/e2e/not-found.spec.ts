import { expect, test } from "./support/fixtures.ts";

/* Addresses at which there is nothing. */

let unknown = 0;
const unknownPath = () => `/nothing-is-here-${process.pid}-${++unknown}`;

test("an unknown path answers 404 with a link home, and is logged", async ({
  page,
  guard,
  installation,
}) => {
  guard.expectConsole(/status of 404/);
  const path = unknownPath();
  const response = await page.goto(`${path}?a=secret`);
  expect(response!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await expect(page).toHaveTitle(/^Page not found/);
  const [line] = await installation.site.waitFor(new RegExp(`^.*"path":"${path}".*$`, "m"));
  expect(JSON.parse(line)).toMatchObject({ level: 40, path, msg: "unknown path" });
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Book a Discovery Session" })).toBeVisible();
});

test("an unknown path of the admin needs a sign-in, and then answers not found", async ({
  page,
  guard,
  signInAsOwner,
}) => {
  await page.goto("/admin/unknown");
  await expect(page).toHaveURL("/login?next=%2Fadmin%2Funknown");
  guard.expectConsole(/status of 404/);
  await signInAsOwner();
  const response = await page.goto("/admin/unknown");
  expect(response!.status()).toBe(404);
  await expect(page.getByText("There is nothing here.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(page).toHaveURL("/admin");
});
