import { dialog, rowOf, sendEnquiry } from "./support/admin-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { wideScreen, expect, hydrated, test } from "./support/fixtures.ts";
import { toastWith } from "./support/toasts.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("pressing Send twice sends an email once", async ({ page }) => {
  await page.setViewportSize(wideScreen);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await hydrated(page);
  await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
  const composer = dialog(page, "Compose Email");
  await expect(composer.getByLabel("Message")).toBeFocused();
  await composer.getByLabel("Subject").fill(`Once to ${family.name}`);
  await composer.getByLabel("Message").fill("Dear {{student_parent_name}}");
  await composer.getByRole("button", { name: "Send Email" }).dblclick();
  await expect(toastWith(page, "Email sent successfully!")).toBeVisible();
  await page.goto(`/admin/sent-mail?q=${encodeURIComponent(`once ${family.name}`)}`);
  await expect(page.getByText("1 email", { exact: false })).toBeVisible();
});

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
  await expectAccessible(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "View as Sent" }).click();
  await expect(
    (await opened).getByRole("heading", { name: "Thank you for your enquiry" }),
  ).toBeVisible();
});
