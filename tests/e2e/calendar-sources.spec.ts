import { expect, phone, test, openHydrated } from "./support/fixtures.ts";

/* The owner's other calendars, in which she may be busy. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const host = "with-scripts.breath-and-key.example";
const address = `webcal://${host}/private-0123456789/basic.ics`;

test("a calendar is added, checked and removed on a phone", async ({
  page,
  installation: { site },
}) => {
  await page.setViewportSize(phone);
  await openHydrated(page, "/admin/calendar");
  const name = "Choir of the week";
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Secret address").fill(address);
  await page.getByRole("button", { name: "Add calendar" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText("Calendar added. It has one busy time ahead.")).toBeVisible();
  const source = main.getByRole("listitem").filter({ hasText: name });
  await expect(source.getByText(`${host}/…`)).toBeVisible();
  expect((await page.content()) + site.output()).not.toContain("0123456789");
  const check = source.getByRole("button", { name: "Check now" });
  await check.click();
  await expect(main.getByText(`${name} works: one busy time ahead.`)).toBeVisible();
  // The page is loaded again, which would close the question.
  await expect(check).toBeEnabled();
  await source.getByRole("button", { name: `Remove ${name}` }).click();
  await page
    .getByRole("dialog", { name: `Remove ${name}?` })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(main.getByText("Calendar removed.")).toBeVisible();
  await expect(source).toHaveCount(0);
});
