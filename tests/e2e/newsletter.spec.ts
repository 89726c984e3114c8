import { aMailing, aReader } from "#tests/support/newsletter.ts";
import { accessibilityOptions, expectAccessible } from "./support/axe.ts";
import { expect, testOnOwnSite, openHydrated } from "./support/fixtures.ts";

const newsletterTest = testOnOwnSite("no rows", async (db) => {
  await aReader(db, "ada@reader.example");
  await aReader(db, "bo@reader.example", { consent: "" });
  const sentAt = new Date("2026-03-01T00:00:00Z");
  await aMailing(db, { state: "sent", slug: "spring", sendsAt: sentAt, settledAt: sentAt });
});

newsletterTest.use(accessibilityOptions);

newsletterTest(
  "a newsletter is written, its mistakes named, previewed, tested, sent and called back",
  async ({ page, installation: { mail }, guard, signInAsOwner }) => {
    guard.expectConsole(/422/);
    await signInAsOwner();
    await openHydrated(page, "/admin/newsletter");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await press("Write a newsletter");
    await page.getByLabel("Subject").fill("Autumn");
    await page.getByRole("link", { name: "Upload a picture" }).click();
    await press("Stay here");
    await expect(page.getByLabel("Subject")).toHaveValue("Autumn");
    await page.getByLabel("Text", { exact: true }).fill("Hello.\n\n[Tickets]()");
    await press("Send");
    await expect(page.getByText("The link “Tickets” leads nowhere").last()).toBeVisible();
    await page
      .getByLabel("Text", { exact: true })
      .fill("Hello.\n\n[Tickets](https://hall.example)");
    await press("Save and preview");
    const preview = page.frameLocator("iframe[title='The email in dark colours']");
    await expect(preview.getByRole("link", { name: "Tickets" })).toBeVisible();
    await expect(preview.locator("body")).toHaveCSS("background-color", "rgb(21, 17, 14)");
    await press("Send me a test");
    expect((await mail.waitFor(1))[0]).toMatchObject({ subject: "Test: Autumn" });
    await expect(page.getByText("1 reader without a consent on file")).toBeVisible();
    await press("Send");
    // Where names can be looked up, the example domain has no records, which asks for a second press.
    const anyway = page.getByRole("button", { name: "Send anyway" });
    const waiting = page.getByText("Waiting", { exact: true });
    await expect(anyway.or(waiting)).toBeVisible();
    if (await anyway.isVisible()) await anyway.click();
    await expect(waiting).toBeVisible();
    await expectAccessible(page, [{ name: "a newsletter that waits" }]);
    await press("Cancel");
    await expect(page.getByLabel("Subject")).toHaveValue("Autumn");
    await expectAccessible(page, [
      { name: "the editor of a newsletter" },
      { path: "/letters" },
      { path: "/letters/spring" },
    ]);
    expect(mail.emails).toHaveLength(1);
  },
);
