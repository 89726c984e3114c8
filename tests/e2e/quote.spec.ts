import {
  expect,
  hydrateByMoving,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
import { holdRequests, scriptsOnly } from "./support/guard.ts";
import {
  accept,
  acceptButton,
  acceptTick,
  expectSums,
  expectedSums,
  tickAddOns,
} from "./support/quote-page.ts";

/* A quote's page before it is accepted: what it says, what it costs, what it asks for. */

const [plain] = expectedSums;

test.use({ viewport: phone });

test("it shows event, client, date, place and total", async ({ page, quote }) => {
  const response = await page.goto(quote.link);
  expect(response!.status()).toBe(200);
  const main = page.getByRole("main");
  await expect(main.getByText("Live Piano Services Quote")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Garden reception");
  const facts = main.locator("dl").first();
  await expect(facts.locator("dt")).toHaveText([
    "Prepared for",
    "Prepared by",
    "Date",
    "Time",
    "Place",
  ]);
  await expect(facts.locator("dd")).toHaveText([
    quote.clientName,
    "Imogen Hale",
    "Thursday, 20 June 2030",
    "6:00–9:00 pm",
    "The Orangery, Kew",
  ]);
  await expect(page.getByLabel("Your full name")).toHaveValue(quote.clientName);
  await expect(page.getByLabel("Your email")).toHaveValue(quote.clientEmail);
  await expectSums(page, plain!);
});

withAndWithoutScripts((scripts) => {
  test(`add-ons change the sums ${scripts ? "as they are ticked" : "on Update the total"}`, async ({
    page,
    quote,
  }) => {
    await page.goto(quote.link);
    if (scripts) await hydrateByMoving(page);
    await page.getByLabel("Your full name").fill("Ada Client-Somebody");
    for (const sum of expectedSums) {
      await tickAddOns(page, sum.chosen);
      if (!scripts) await page.getByRole("button", { name: "Update the total" }).click();
      await expectSums(page, sum);
      await expect(acceptTick(page)).toHaveAccessibleName(
        `I accept this quote for ${sum.total} and the payment terms above.`,
      );
    }
    await expect(page.getByLabel("Your full name")).toHaveValue("Ada Client-Somebody");
  });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("each error is shown beside its field, and what was typed stays", async ({
    page,
    quote,
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    await page.goto(quote.link);
    await page.getByLabel("Your full name").fill("A");
    await page.getByLabel("Your email").fill("ada@client");
    await tickAddOns(page, expectedSums[2]!.chosen);
    await acceptButton(page).click();
    await expect(page.getByLabel("Your full name")).toHaveAccessibleDescription(
      "Your full name is required.",
    );
    await expect(page.getByLabel("Your email")).toHaveAccessibleDescription(
      "A valid email address is required.",
    );
    await expect(acceptTick(page)).toHaveAccessibleDescription(
      "You must accept the quote to proceed.",
    );
    await expect(page.getByLabel("Your full name")).toHaveValue("A");
    await expect(page.getByLabel("Your email")).toHaveValue("ada@client");
    await expectSums(page, expectedSums[2]!);
  });
});

test("what was ticked and typed before hydration counts", async ({ page, quote }) => {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto(quote.link);
  await tickAddOns(page, { rehearsal: true, extraHour: true });
  await page.getByLabel("Your full name").fill("Ada Client-Somebody");
  await acceptTick(page).check();
  await expectSums(page, plain!);
  await scripts.release();
  await hydrated(page);
  await expectSums(page, expectedSums[3]!);
  await expect(page.getByLabel("Your full name")).toHaveValue("Ada Client-Somebody");
  await expect(acceptTick(page)).toBeChecked();
  await expect(acceptButton(page)).toBeEnabled();
});

test("every field that the button waits for says what is missing on leaving it", async ({
  page,
  quote,
}) => {
  await page.goto(quote.link);
  await hydrateByMoving(page);
  const reason = "Enter your name and email and tick the box to accept.";
  await expect(acceptButton(page)).toBeDisabled();
  await expect(acceptButton(page)).toHaveAccessibleDescription(reason);
  await expect(page.getByText(reason)).toBeVisible();
  const [name, email] = [page.getByLabel("Your full name"), page.getByLabel("Your email")];
  await name.fill("");
  await name.press("Tab");
  await expect(name).toHaveAccessibleDescription("Your full name is required.");
  await email.fill("ada@");
  await email.press("Tab");
  await expect(email).toHaveAccessibleDescription("A valid email address is required.");
  await expect(acceptTick(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(acceptTick(page)).toHaveAccessibleDescription(
    "You must accept the quote to proceed.",
  );
  await expect(acceptButton(page)).toBeDisabled();
  // Each message goes as soon as its field is right.
  await name.fill(quote.clientName);
  await expect(name).not.toHaveAttribute("aria-invalid");
  await email.fill(quote.clientEmail);
  await acceptTick(page).check();
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expect(acceptButton(page)).toBeEnabled();
  await expect(page.getByText(reason)).toBeHidden();
});

test("what was typed wrong before hydration is told beside its field", async ({ page, quote }) => {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto(quote.link);
  const [name, email] = [page.getByLabel("Your full name"), page.getByLabel("Your email")];
  await name.fill("");
  await email.fill("ada");
  await acceptTick(page).focus();
  await scripts.release();
  await hydrated(page);
  await expect(name).toHaveAccessibleDescription("Your full name is required.");
  await expect(email).toHaveAccessibleDescription("A valid email address is required.");
});

test("the click on Accept counts even if ticking the box moves the button", async ({
  page,
  quote,
}) => {
  await page.goto(quote.link);
  await hydrateByMoving(page);
  await acceptTick(page).focus();
  await acceptTick(page).blur();
  await expect(page.getByText("You must accept the quote to proceed.")).toBeVisible();
  // Pressing the button leaves the box: nothing may move from under the finger.
  await accept(page);
  await expect(page.getByRole("heading", { name: "Thank You for Your Acceptance!" })).toBeVisible();
});

test("the click on the box counts even if correcting the name moves it", async ({
  page,
  quote,
}) => {
  await page.goto(quote.link);
  await hydrateByMoving(page);
  const name = page.getByLabel("Your full name");
  await name.fill("A");
  await name.blur();
  await expect(name).toHaveAccessibleDescription("Your full name is required.");
  await name.fill(quote.clientName);
  await acceptTick(page).click();
  await expect(acceptTick(page)).toBeChecked();
});
