import { content } from "#app/content/content.ts";
import { atRest, expect, phone, test, openAndMove } from "./support/fixtures.ts";

const { booking } = content();

/* The dialog with the embedded calendar: nothing of it is loaded before it is opened. */

const calendar = "/book/discovery";

test.use({ viewport: phone });

test("the calendar loads when its dialog opens; Escape, Close and a click outside close it", async ({
  page,
  guard,
}) => {
  const asked = () => guard.requests.filter(({ path }) => path === calendar).length;
  await openAndMove(page, "/");
  await atRest(page);
  expect(asked()).toBe(0);

  const opener = page.getByRole("button", { name: "Book a Discovery Session" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
  const frame = dialog.getByTitle("Calendar: 30-minute discovery session");
  await expect(frame).toHaveAttribute("src", calendar);
  await expect(frame.contentFrame().getByRole("heading", { name: "Choose a time" })).toBeVisible();
  await expect(dialog.getByText("Loading calendar...")).toBeHidden();
  expect(asked()).toBe(1);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await frame.contentFrame().getByRole("link").first().focus();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await opener.click();
  // The dialog grows when its calendar comes, and its button moves with it.
  await expect(dialog.locator("iframe[data-loaded]")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the dialog opens by a plain link, without requests to other sites", async ({
    page,
    guard,
  }) => {
    await page.goto("/");
    const opener = page.getByRole("button", { name: "Book a Discovery Session" });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
    await expect(dialog.getByRole("link", { name: "Open the calendar" })).toHaveAttribute(
      "href",
      calendar,
    );
    await expect(dialog.getByText(booking.card.discovery)).toBeVisible();
    await expect(dialog.locator("iframe")).not.toBeAttached();
    expect(guard.requests.filter(({ path }) => path === calendar)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test("the calendar's spinner stays for at least 500 ms, then disappears", async ({ page }) => {
  await openAndMove(page, "/");
  // Told of every change at once: on a busy machine a frame comes late.
  await page.evaluate(() => {
    let since = 0;
    const observer = new MutationObserver(() => {
      const spinning = document.querySelector(".embed [role=status]")?.checkVisibility() ?? false;
      if (spinning) since ||= performance.now();
      if (spinning || since === 0) return;
      observer.disconnect();
      document.body.dataset.spun = String(performance.now() - since);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole("button", { name: "Book a Discovery Session" }).click();
  await expect(page.locator("body[data-spun]")).toBeAttached();
  // A timer may end a little early by this clock.
  expect(Number(await page.locator("body").getAttribute("data-spun"))).toBeGreaterThan(495);
});
