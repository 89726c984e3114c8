import type { Page } from "@playwright/test";
import { dialog, rowOf, sendEnquiry } from "./support/admin-page.ts";
import {
  expect,
  hydrated,
  phone,
  test,
  wideScreen,
  withAndWithoutScripts,
  openHydrated,
} from "./support/fixtures.ts";
import { breakPosts } from "./support/guard.ts";
import { toastWith } from "./support/toasts.ts";

/* What a dialog says when it fails, and the address that it leaves. */

const couldNotTell = "We couldn't tell whether that went through.";
const list = "/admin/email-templates";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

async function fillTemplate(page: Page, name: string): Promise<void> {
  const creating = dialog(page, "Create New Template");
  await creating.getByLabel("Template name").fill(name);
  await creating.getByRole("textbox", { name: "Subject" }).fill("For you");
  await creating.getByRole("textbox", { name: "Message" }).fill("Warmly");
}

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("an email whose answer is lost says so above its dialog and in it, and is sent once", async ({
    page,
    guard,
    installation,
  }) => {
    guard.expectConsole(/net::ERR_CONNECTION_RESET|We couldn't tell whether that went through\./);
    const family = await sendEnquiry(page);
    await openHydrated(page, "/admin/ameb-bookings");
    await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
    const composer = dialog(page, "Compose Email");
    await composer.getByRole("textbox", { name: "Subject" }).fill(`Lost for ${family.name}`);
    await composer.getByRole("textbox", { name: "Message" }).fill("See you on the day.");
    const connection = await breakPosts(page, "answer lost");
    await composer.getByRole("button", { name: "Send Email" }).click();
    const shown = toastWith(page, couldNotTell);
    await expect(shown).toBeVisible();
    const isOnTop = () =>
      shown.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
    const said = composer.locator("form").getByRole("alert");
    await expect(said).toContainText("It's safe to try again: it only counts once.");
    await expect(said).toBeFocused();
    // A toast above a modal dialog can be pressed, and that does not close the dialog.
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(shown).toHaveCount(0);
    await expect(composer.getByRole("textbox", { name: "Message" })).toHaveValue(
      "See you on the day.",
    );
    await connection.restore();
    await composer.getByRole("button", { name: "Send Email" }).click();
    await expect(toastWith(page, "Email sent successfully!")).toBeVisible();
    const isOurs = ({ subject }: { subject?: string | undefined }) =>
      subject === `Lost for ${family.name}`;
    const emails = await installation.mail.waitUntil((all) =>
      all.some(isOurs) ? null : "The email did not arrive.",
    );
    expect(emails.filter(isOurs)).toHaveLength(1);
  });
});

withAndWithoutScripts((scripts) => {
  test("a template's dialog that is saved or closed leaves the address of the list", async ({
    page,
    guard,
  }) => {
    if (!scripts) guard.expectConsole(/status of 422/);
    await page.setViewportSize(wideScreen);
    const name = `Clean ${scripts} ${Date.now()}`;
    await page.goto(`${list}?sort=-name`);
    await page.goto(`${list}?sort=-name&new=yes`);
    if (scripts) await hydrated(page);
    await dialog(page, "Create New Template")
      .getByRole("button", { name: "Save Template" })
      .click();
    await expect(
      dialog(page, "Create New Template").getByText("Subject is required.").first(),
    ).toBeVisible();
    await fillTemplate(page, name);
    await page.getByRole("button", { name: "Save Template" }).click();
    await expect(rowOf(page, name)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(`${list}?sort=-name`);
    if (!scripts) return;
    await page.reload();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(`${list}?sort=-name`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await openHydrated(page, `${list}?sort=-name&new=yes`);
    await dialog(page, "Create New Template").getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`${list}?sort=-name`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
