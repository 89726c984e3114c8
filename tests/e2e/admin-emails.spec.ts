import { dialog, rowOf, sendEnquiry } from "./support/admin-page.ts";
import {
  expect,
  hydrated,
  phone,
  test,
  wideScreen,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
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

withAndWithoutScripts((scripts) => {
  test("an email with a gap goes out only when the owner says so", async ({ page, guard }) => {
    guard.expectConsole(/status of 422/);
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    if (scripts) await hydrated(page);
    await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
    const composer = scripts ? dialog(page, "Compose Email") : page.getByRole("main");
    await expect(composer.getByLabel("Message")).toHaveValue(/^Hi Family \d+,|^Hi Family,/);
    await composer.getByLabel("Message").fill("We rehearse on {{rehearsal_date}}, {{nope}}.");
    await composer.getByRole("button", { name: "Send Email" }).click();
    const question = composer.getByRole("alert").filter({ hasText: "Not sent yet" });
    await expect(question).toContainText("No rehearsal date here.");
    await expect(question).toContainText("“nope” can't be filled in.");
    // Only a page that comes anew calls the field by its name.
    await expect(composer.getByLabel("Message")).toHaveValue(
      `We rehearse on {{${scripts ? "rehearsal_date" : "Rehearsal date"}}}, {{nope}}.`,
    );
    await question.getByRole("button", { name: "Send anyway" }).click();
    await expect(
      scripts
        ? toastWith(page, "Email sent successfully!")
        : page.getByText("Email sent successfully!"),
    ).toBeVisible();
    await page.goto(`/admin/sent-mail?q=${family.email}`);
    await page.getByRole("link", { name: "Regarding your AMEB booking" }).click();
    await expect(
      page.frameLocator("iframe").getByRole("paragraph").getByText("We rehearse on , ."),
    ).toBeVisible();
  });

  test("a quote's email with a gap goes out only when the owner says so", async ({
    page,
    quote,
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    await page.goto(`/admin/quotes/${quote.id}`);
    if (scripts) await hydrated(page);
    await page.getByRole("link", { name: "Send Quote" }).click();
    await page.getByLabel("Message").fill("Dear {{first_name}}, for {{guests}}: {{total_amount}}");
    const shown = page.frameLocator("iframe[title='The email as it will look']");
    await expect(shown.getByRole("link", { name: "View your quote" })).toBeVisible();
    if (!scripts) await page.getByRole("button", { name: "Preview" }).click();
    await expect(shown.locator("body")).toContainText("for [no number of guests here]: A$1,200.00");
    await page.getByRole("button", { name: /^Send (Again|Quote)$/ }).click();
    const question = page.getByRole("alert").filter({ hasText: "Not sent yet" });
    await expect(question).toContainText("No number of guests here.");
    await question.getByRole("button", { name: "Send anyway" }).click();
    await expect(page.getByText(`on its way to ${quote.clientEmail}`).first()).toBeVisible();
  });
});

test("a preview that can't be drawn says so until it is drawn again", async ({
  page,
  quote,
  guard,
}) => {
  guard.expectConsole(/ERR_FAILED/);
  await page.goto(`/admin/quotes/${quote.id}`);
  await hydrated(page);
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

test("one long word does not widen an email on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  const recipientEmail = `long-${Date.now()}@client.example`;
  const answer = await page.request.post("/functions/send-admin-email", {
    data: { recipientEmail, subject: "Long", body: `Dear Ada, ${"x".repeat(400)}` },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`/admin/sent-mail?q=${recipientEmail}`);
  const path = await page.getByRole("link", { name: "Long" }).getAttribute("href");
  await page.goto(`${path}/as-sent`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test("notices to the owner are apart from what clients got, and searching keeps the tab", async ({
  page,
}) => {
  const family = await sendEnquiry(page);
  const notice = page.getByRole("link", { name: `AMEB enquiry from ${family.name}` });
  const acknowledgement = page.getByRole("link", { name: "Your AMEB accompanying enquiry" });
  await page.goto(`/admin/sent-mail?q=${encodeURIComponent(family.name)}`);
  await expect(acknowledgement).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole("link", { name: "To you", exact: true }).click();
  await expect(page).toHaveURL(/to=you/);
  await hydrated(page);
  await page.getByLabel("Search emails").fill(family.name);
  await page.getByLabel("Search emails").press("Enter");
  await expect(page).toHaveURL(/to=you.*q=|q=.*to=you/);
  await expect(notice).toBeVisible();
  await expect(acknowledgement).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /to=you/);
});
