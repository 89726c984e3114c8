import { expectAccessible } from "./support/axe.ts";
import { expect, hydrated, onEachScreen, test } from "./support/fixtures.ts";
import { dialog, rowOf, sendEnquiry } from "./support/admin-page.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

onEachScreen(() => {
  test("bookings, their email composer and the delete dialog are accessible", async ({ page }) => {
    const family = await sendEnquiry(page);
    await page.goto(`/admin/ameb-bookings?q=${family.email}`);
    await hydrated(page);
    await expectAccessible(page);
    await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
    const composer = dialog(page, "Compose Email");
    await composer.getByLabel("Message").fill("{{nobody}}");
    await composer.getByLabel("Subject").fill("");
    await composer.getByRole("button", { name: "Send Email" }).click();
    await expect(composer.getByText("Subject cannot be empty.")).toBeVisible();
    await expectAccessible(page);
    await composer.getByRole("button", { name: "Close" }).click();
    await expect(rowOf(page, family.name).getByRole("button", { name: "Reply" })).toBeFocused();
    await rowOf(page, family.name).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("button", { name: "Confirm Delete" })).toBeFocused();
    await expectAccessible(page);
  });

  test("a template's form with mistakes is accessible", async ({ page }) => {
    await page.goto("/admin/email-templates?new=yes");
    await hydrated(page);
    await dialog(page, "Create New Template")
      .getByRole("button", { name: "Save Template" })
      .click();
    await expect(page.getByText("Template name is required.")).toBeVisible();
    await expectAccessible(page);
  });

  test("a client's page, sent emails and the activity log are accessible", async ({ page }) => {
    const family = await sendEnquiry(page);
    for (const path of [
      `/admin/clients/${family.email}`,
      `/admin/sent-mail?q=${family.email}`,
      "/admin/activity",
    ]) {
      await page.goto(path);
      for (const summary of await page.getByRole("main").locator("summary").all())
        await summary.click();
      await expectAccessible(page);
    }
  });

  test("subscribers and the command palette are accessible", async ({ page }) => {
    const family = await sendEnquiry(page);
    expect(
      (
        await page.request.post("/functions/add-mailchimp-subscriber", {
          data: { email: family.email, firstName: "Ada", lastName: "" },
        })
      ).ok(),
    ).toBe(true);
    for (const path of ["/admin/newsletter", "/admin/search"]) {
      await page.goto(`${path}?q=${family.email}`);
      await expect(page.getByRole("main").getByText(family.email).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
});
