import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { expect, phone, test, openHydrated } from "./support/fixtures.ts";

test("a new appointment on a day that has passed has no times to offer and tells nobody", async ({
  page,
  signInAsOwner,
}) => {
  await signInAsOwner();
  const today = melbourneDay(new Date());
  const told = page.getByLabel(/^Send the client the invitation/);
  const times = page.getByText("Next free times");
  await openHydrated(page, `/admin/diary/new?day=${addDays(today, -1)}`);
  await expect(page.getByText("This day has passed: your client isn't told.")).toBeVisible();
  await expect(told).toBeHidden();
  await expect(times).toHaveCount(0);
  await page.getByLabel("Day", { exact: true }).fill(addDays(today, 3));
  await expect(told).toBeVisible();
  await expect(told).toBeChecked();
  await expect(times).toBeVisible();
});

test.describe("whom a new appointment is with", () => {
  test.beforeEach(async ({ page, signInAsOwner, quote }) => {
    await signInAsOwner();
    await openHydrated(page, "/admin/diary/new");
    await page
      .getByLabel("Client", { exact: true })
      .pressSequentially(quote.clientName.slice(0, 4));
  });

  test("is the only one meant, by Enter, and nobody is told of under another's name", async ({
    page,
    quote,
  }) => {
    const client = page.getByRole("combobox", { name: "Client" });
    const email = page.getByLabel(/^Email/);
    await client.fill(quote.clientEmail);
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
    await client.press("Enter");
    await expect(client).toHaveValue(quote.clientName);
    await expect(email).toHaveValue(quote.clientEmail);
    await expect(page.getByRole("listbox")).toBeHidden();
    await client.fill("Nobody Known");
    await expect(email).toHaveValue("");
    await expect(page.getByText("New client", { exact: true })).toBeVisible();
    await client.fill(quote.clientName.slice(0, 4));
    await expect(page.getByRole("listbox")).toBeVisible();
    await client.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: phone, hasTouch: true, isMobile: true });

    test("is chosen with a finger", async ({ page, quote }) => {
      await page.getByLabel("Client", { exact: true }).fill(quote.clientName);
      await page.getByRole("option", { name: quote.clientEmail }).tap();
      await expect(page.getByLabel(/^Email/)).toHaveValue(quote.clientEmail);
    });
  });
});
