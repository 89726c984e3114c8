import { content } from "#app/content/content.ts";
import {
  wideScreen,
  expect,
  hydrated,
  phone,
  test,
  webFontsShown,
  openAndMove,
} from "./support/fixtures.ts";
import { slideShown, testimonialRow } from "./support/carousel.ts";
import { expectFocusSeen, focused, tabTo } from "./support/focus.ts";

const { site, home } = content();

/* The keyboard alone reaches everything, in the order of the page, and one always sees where one is. */

const entries = ["Home", "About", "Coaching", "Projects & Resources", "Contact"];
const bookNow = "Book Now";
const brand = `${site.brand}, home`;

test.describe("on a wide screen", () => {
  test.use({ viewport: wideScreen });

  test("Tab moves through the header to the first button of the page, or past it", async ({
    page,
  }) => {
    await page.goto("/");
    await tabTo(page, "Skip to content");
    await page.keyboard.press("Enter");
    await expect(page.locator("#content")).toBeFocused();
    await tabTo(page, home.hero.button);
    await page.goto("/");
    for (const name of ["Skip to content", brand, ...entries, bookNow, "Theme", home.hero.button])
      await tabTo(page, name);
    await tabTo(page, "Theme", "Shift+Tab");
  });

  test("the theme can be switched, and Escape returns the focus", async ({ page }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: "Theme" });
    await button.focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "System");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("radio", { name: "Dark" })).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the menu opens, traps the focus, and returns it on Escape", async ({ page }) => {
    await page.goto("/");
    for (const name of ["Skip to content", brand, "Book", "Open main menu"])
      await tabTo(page, name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Main menu" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Close menu" })).toBeFocused();
    for (const name of [...entries, bookNow, "System"]) await tabTo(page, name);
    // Past the last one the focus may visit the browser itself, but never the page behind.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest("dialog") !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Main menu" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Open main menu" })).toBeFocused();
  });
});

test("dialog and carousel work by keyboard, and Tab goes on from the dialog's button", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAndMove(page, "/");
  const opener = page.getByRole("button", { name: home.hero.button });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: home.hero.button });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await tabTo(page, home.expertise.cards[0]!.title);

  await page.getByRole("link", { name: home.glimpse.link }).focus();
  await tabTo(page, "Previous testimonial");
  await tabTo(page, "Next testimonial");
  await page.keyboard.press("Enter");
  await expect.poll(() => slideShown(page)).toBe(1);
  await page.keyboard.press("Space");
  await expect.poll(() => slideShown(page)).toBe(2);
  await page.keyboard.press("Tab");
  await expect(testimonialRow(page)).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => slideShown(page)).toBe(1);
});

test("the contact form can be filled in, corrected and sent", async ({ page }) => {
  await openAndMove(page, "/");
  await page.getByRole("link", { name: home.resources.link }).focus();
  await tabTo(page, "Name");
  await page.keyboard.type("A");
  await tabTo(page, "Email");
  await page.keyboard.type("ada@visitor.example");
  await tabTo(page, "Message");
  await page.keyboard.type("Everything of this was typed.");
  await tabTo(page, "Send Message");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.type("da");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("Your message has been sent!")).toBeVisible();
});

test.describe("on a phone without motion", () => {
  test.use({ viewport: phone });

  test("Tab through the home page never loses, hides or traps the focus", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.keyboard.press("Tab");
    await hydrated(page);
    await webFontsShown(page);
    const seen: string[] = [];
    for (;;) {
      const now = await focused(page);
      if (!now) break;
      await expectFocusSeen(page);
      seen.push(now.name);
      expect(seen.length, seen.join(", ")).toBeLessThan(80);
      await page.keyboard.press("Tab");
    }
    expect(seen.slice(0, 2)).toEqual(["Skip to content", brand]);
    const passed = [
      home.hero.button,
      home.about.link,
      home.glimpse.link,
      "Next testimonial",
      home.resources.link,
      "Name",
      "Email",
      "Message",
      "Send Message",
      home.contact.amebLink,
      "Instagram",
      "Facebook",
    ];
    expect(passed.filter((name) => !seen.some((passing) => passing.startsWith(name)))).toEqual([]);
  });
});
