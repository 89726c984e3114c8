import { expect, hydrateByMoving, hydrated, phone, test, openAndMove } from "./support/fixtures.ts";
import { holdRequests, postsOnly, scriptsOnly } from "./support/guard.ts";
import {
  accept,
  acceptButton,
  acceptTick,
  expectSums,
  expectedSums,
  tickAddOns,
  expectThanks,
} from "./support/quote-page.ts";
import { toastWith } from "./support/toasts.ts";

/* A quote's page: what it says, what it costs, what it asks for, and its acceptance. */

const plain = expectedSums[0]!;
const everything = expectedSums[3]!;

test.use({ viewport: phone });

test("it shows event, client, date and place, and a total that follows the ticks", async ({
  page,
  quote,
}) => {
  const response = await page.goto(quote.link);
  expect(response!.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Garden reception");
  await expect(page.getByRole("main").locator("dl").first().locator("dd")).toHaveText([
    quote.clientName,
    "Imogen Hale",
    "Thursday, 20 June 2030",
    "6:00–9:00 pm",
    "The Orangery, Kew",
  ]);
  await expect(page.getByLabel("Your full name")).toHaveValue(quote.clientName);
  await expect(page.getByLabel("Your email")).toHaveValue(quote.clientEmail);
  await hydrateByMoving(page);
  for (const sum of expectedSums) {
    await tickAddOns(page, sum.chosen);
    await expectSums(page, sum);
    await expect(acceptTick(page)).toHaveAccessibleName(
      `I accept this quote for ${sum.total} and the payment terms above.`,
    );
  }
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a total is updated, mistakes are told beside their fields, and an acceptance is confirmed", async ({
    page,
    quote,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/status of 422/);
    await page.goto(quote.link);
    const [name, email] = [page.getByLabel("Your full name"), page.getByLabel("Your email")];
    await name.fill("A");
    await tickAddOns(page, everything.chosen);
    await page.getByRole("button", { name: "Update the total" }).click();
    await expectSums(page, everything);
    await expect(name).toHaveValue("A");
    await email.fill("ada@client");
    await acceptButton(page).click();
    await expect(name).toHaveAccessibleDescription("Your full name is required.");
    await expect(email).toHaveAccessibleDescription("A valid email address is required.");
    await expect(acceptTick(page)).toHaveAccessibleDescription(
      "You must accept the quote to proceed.",
    );
    await expect(name).toHaveValue("A");
    await expect(email).toHaveValue("ada@client");
    await expectSums(page, everything);
    await name.fill(quote.clientName);
    await email.fill(quote.clientEmail);
    await accept(page);
    await expect(page).toHaveURL(/\/live-piano-services\/quote-confirmation\?quote=[\w-]+$/);
    await expectThanks(page);

    await page.goto(quote.link);
    await expect(page.getByRole("heading", { name: "Accepted. Thank you." })).toBeVisible();
    await expectSums(page, everything);
    await expect(acceptButton(page)).toHaveCount(0);
    const event = page.getByRole("link", { name: "Add it to your calendar" });
    const file = await page.request.get((await event.getAttribute("href"))!);
    expect(await file.text()).toContain("SUMMARY:Garden reception");

    await signInAsOwner();
    await page.goto(`/admin/quotes/${quote.id}`);
    await expect(page.getByText("opened once so far")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: /^Accepted by/ })).toContainText(
      "Signed record, unaltered",
    );
  });
});

test("what was ticked and typed before hydration counts, and is told of where it is wrong", async ({
  page,
  quote,
}) => {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto(quote.link);
  const [name, email] = [page.getByLabel("Your full name"), page.getByLabel("Your email")];
  await tickAddOns(page, everything.chosen);
  await name.fill("");
  await email.fill("ada");
  await acceptTick(page).check();
  await expectSums(page, plain);
  await scripts.release();
  await hydrated(page);
  await expectSums(page, everything);
  await expect(name).toHaveAccessibleDescription("Your full name is required.");
  await expect(email).toHaveAccessibleDescription("A valid email address is required.");
  await expect(email).toHaveValue("ada");
  await expect(acceptTick(page)).toBeChecked();
  await name.fill(quote.clientName);
  await email.fill(quote.clientEmail);
  await expect(acceptButton(page)).toBeEnabled();
});

test("a field that is left says what is missing, each click counts, and a toast says what is being sent", async ({
  page,
  quote,
}) => {
  await openAndMove(page, quote.link);
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
  // Each message goes as soon as its field is right, and nothing moves from under the finger that presses next.
  await email.fill(quote.clientEmail);
  await expect(email).not.toHaveAttribute("aria-invalid");
  await name.fill(quote.clientName);
  await acceptTick(page).click();
  await expect(acceptTick(page)).toBeChecked();
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expect(page.getByText(reason)).toBeHidden();

  await acceptTick(page).uncheck();
  await acceptTick(page).blur();
  await expect(page.getByText("You must accept the quote to proceed.")).toBeVisible();
  const post = await holdRequests(page, postsOnly);
  await accept(page);
  await expect(toastWith(page, "Submitting your acceptance...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await post.release();
  await expectThanks(page);
  await expect(toastWith(page, "Quote accepted successfully!")).toBeVisible();
  await expect(toastWith(page, "Submitting your acceptance...")).toBeHidden();
});
