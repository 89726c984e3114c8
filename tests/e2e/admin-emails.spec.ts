import { rowOf, sendEnquiry } from "./support/admin-page.ts";
import { expect, test, openHydrated } from "./support/fixtures.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("an email is shown as it was sent", async ({ page, context, installation }) => {
  const family = await sendEnquiry(page);
  await installation.mail.waitUntil((all) =>
    all.some(({ envelopeTo }) => envelopeTo.includes(family.email))
      ? null
      : "The acknowledgement has not arrived.",
  );
  await page.goto(`/admin/sent-mail?q=${family.email}`);
  await expect(rowOf(page, family.email)).toContainText("Your AMEB accompanying enquiry");
  await page.getByRole("link", { name: "Your AMEB accompanying enquiry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your AMEB accompanying enquiry",
  );
  await expect(
    page
      .frameLocator("iframe[title='The email as it was sent']")
      .getByRole("heading", { name: "Thanks for your enquiry" }),
  ).toBeVisible();
  // Not a click: right after scrolling, the browser still gives it to the frame that was there.
  await page.getByText("Plain text", { exact: true }).press("Enter");
  await expect(page.locator("details").getByText("If this wasn't you, someone")).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "View as Sent" }).click();
  await expect(
    (await opened).getByRole("heading", { name: "Thanks for your enquiry" }),
  ).toBeVisible();
});

test("a preview that can't be drawn says so until it is drawn again", async ({
  page,
  quote,
  guard,
}) => {
  guard.expectConsole(/ERR_FAILED/);
  await openHydrated(page, `/admin/quotes/${quote.id}`);
  await page.getByRole("link", { name: "Send Quote" }).click();
  const shown = page.frameLocator("iframe[title='The email as it will look']");
  await expect(shown.getByRole("link", { name: "View your quote" })).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  const notice = preview.getByText("This preview couldn't be updated.");
  const path = `**/admin/quotes/${quote.id}/email`;
  await page.route(path, (route) => route.abort());
  await page.getByLabel("Message").fill("Written offline");
  await expect(notice).toBeVisible();
  await expect(shown.locator("body")).not.toContainText("Written offline");
  await page.unroute(path);
  await page.getByLabel("Message").fill("Written online");
  await expect(shown.locator("body")).toContainText("Written online");
  await expect(notice).toBeHidden();
  await page.getByLabel("Message").fill("Written offline");
  await expect(shown.locator("body")).toContainText("Written offline");
  await expect(notice).toBeHidden();
});
