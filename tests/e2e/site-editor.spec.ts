import type { Page } from "@playwright/test";
import { expect, hydrated, phone, ownerTest as test, openHydrated } from "./support/fixtures.ts";
import { tabTo } from "./support/focus.ts";
import { holdRequests } from "./support/guard.ts";
import {
  button,
  openEditor as open,
  openEntry,
  preview,
  previewFrame,
  publishForm,
  untilPublic,
} from "./support/site-editor.ts";
import { toastWith } from "./support/toasts.ts";

/* The owner's texts belong to a whole site, so these tests have one of their own, and each its documents. */

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const draftSaved = "Draft saved. Visitors don't see it yet.";

async function saveDraft(page: Page): Promise<void> {
  await button(page, "Save draft").click();
  await expect(toastWith(page, draftSaved)).toBeVisible();
}

test("a headline is seen in the preview of a phone, published, read by visitors within a second, and undone", async ({
  page,
}, { annotations }) => {
  await open(page, "home");
  const headline = page.getByLabel("Headline");
  const former = await headline.inputValue();
  await headline.fill("Sing <b>first</b> & ask later");
  await expect(page.getByText("29 of 90")).toBeVisible();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(
    "Sing <b>first</b> & ask later",
  );
  expect(await previewFrame(page).evaluate((frame) => frame.clientWidth)).toBe(phone.width);
  expect(await (await page.request.get("/")).text()).toContain(former);

  await publishForm(page);
  const taken = await untilPublic(page, "/", "Sing &lt;b&gt;first&lt;/b&gt; &amp; ask later");
  annotations.push({ type: "public after the toast", description: `${taken.toFixed(0)} ms` });

  await button(page, "Undo").click();
  await expect(toastWith(page, "Undone. Visitors see the former text.")).toBeVisible();
  await untilPublic(page, "/", former);
  await expect(headline).toHaveValue(former);
});

test("the preview follows typing without moving, and Back still leads where she came from", async ({
  page,
}) => {
  await openHydrated(page, "/admin/site");
  await page.getByRole("link", { name: "About", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/site\/about$/);
  const heading = page.getByLabel("Heading").first();
  await expect(preview(page).getByRole("main")).toBeVisible();
  const scrolled = () =>
    previewFrame(page).evaluate((frame: HTMLIFrameElement) => frame.contentWindow!.scrollY);
  await previewFrame(page).evaluate((frame: HTMLIFrameElement) =>
    frame.contentWindow!.scrollTo(0, 400),
  );
  await heading.pressSequentially(" again", { delay: 60 });
  await expect(
    preview(page)
      .getByText(await heading.inputValue())
      .first(),
  ).toBeAttached();
  expect(await scrolled()).toBe(400);

  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/site$/);
});

test("testimonials are added, moved and removed, and stand so in the preview", async ({ page }) => {
  await open(page, "testimonials");
  await button(page, "Add a testimonial").click();
  await expect(page.getByLabel("Their words").last()).toBeFocused();
  const added = page.getByRole("group", { name: "Testimonial 7" });
  await added.getByLabel("Their words").fill("I sing in the car again.");
  await added.getByLabel("Name").fill("Noor B.");
  await added.getByLabel("Who they are").fill("Commuter");
  await added.getByLabel("Agreed on").fill("2026-08-01");
  await button(page, "Move up Testimonial 7").click();
  await expect(button(page, "Move up Testimonial 6")).toBeFocused();
  await button(page, "Remove Testimonial 1").click();
  await expect(page.getByLabel("Name")).toHaveCount(7);
  await expect(page.getByText("6 of 24")).toBeVisible();
  const shown = preview(page).getByRole("main");
  await expect(shown).not.toContainText("Priya N.");
  await expect(shown).toContainText(/Ros and Alec[^]*Noor B\.[^]*Jun K\./);

  await button(page, "Undo").click();
  await expect(page.getByText("7 of 24")).toBeVisible();
  await expect(shown).toContainText("Priya N.");
});

test("of two tabs the later one keeps its text, sees both and takes over what its fields can have", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/409|Not saved/);
  const other = await context.newPage();
  const both = other.getByRole("alert").filter({ hasText: "Yours" });
  const clash = async (document: string, change: (of: Page, isLater: boolean) => Promise<void>) => {
    await page.bringToFront();
    await open(page, document);
    await other.bringToFront();
    await open(other, document);
    await page.bringToFront();
    await change(page, false);
    await saveDraft(page);
    await other.bringToFront();
    await change(other, true);
    await button(other, "Save draft").click();
    await expect(both).toBeVisible();
  };
  const session = (of: Page) => of.getByRole("group", { name: "Session 1" }).getByLabel("Price");
  await clash("prices", (of, isLater) => session(of).fill(isLater ? "51" : "52.50"));
  await expect(both).toContainText("A$52.50");
  await expect(both).toContainText("A$51");
  await expect(session(other)).toHaveValue("51");
  await both.getByRole("button", { name: /^Use this text/ }).click();
  await expect(session(other)).toHaveValue("52.50");
  await session(other).fill("53");
  await saveDraft(other);
  await other.reload();
  await expect(session(other)).toHaveValue(/^53/);

  const stars = (of: Page, count: string) =>
    of.getByRole("group", { name: "Testimonial 2" }).getByRole("radio", { name: count });
  await clash("testimonials", async (of, isLater) => {
    await openEntry(of, "Testimonial 2");
    await stars(of, isLater ? "1 star" : "4 stars").press("Space");
  });
  await both.getByRole("button", { name: /^Use this text/ }).click();
  await expect(stars(other, "4 stars")).toBeChecked();

  const picture = (of: Page) => of.getByRole("group", { name: "Picture" }).first();
  await clash("audition", async (of, isLater) => {
    await picture(of)
      .getByLabel("Which one")
      .selectOption(isLater ? "choir" : "glimpse");
    if (!isLater) await picture(of).getByLabel("Decoration only, nothing to describe").check();
  });
  await both.getByRole("button", { name: /^Use this picture/ }).click();
  await expect(picture(other).getByLabel("Which one")).toHaveValue("glimpse");
  await expect(picture(other).getByLabel("Decoration only, nothing to describe")).toBeChecked();
});

test("the keyboard alone mends and saves, even signed out", async ({ page, context, guard }) => {
  guard.expectConsole(/422|signed out|frame-ancestors/);
  await open(page, "audition");
  const heading = page.getByLabel("Heading").first();
  await heading.fill("");
  const reading = await holdRequests(page, ({ method }) => method === "GET");
  await button(page, "Publish").click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.getByRole("link").click();
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Hear your cut");
  const cookies = await context.cookies();
  await context.clearCookies();
  const asked = page.waitForResponse((answer) => answer.url() === page.url());
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked;
  await page.keyboard.press("ControlOrMeta+S");
  await expect(toastWith(page, "Not done: you're signed out.")).toBeVisible();
  await reading.release();
  await context.addCookies(cookies);
  await heading.focus();
  await page.keyboard.press("ControlOrMeta+S");
  await expect(toastWith(page, draftSaved)).toBeVisible();
  await expect(page.getByLabel("Heading").first()).toBeFocused();
  await expect(page.getByText(/Draft waiting/)).toBeVisible();
  // While the page is read again the button takes no focus.
  await expect(button(page, "Save draft")).toBeEnabled();
  await button(page, "Save draft").focus();
  await tabTo(page, "Publish");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form saves, adds and removes entries, gives back defaults and opens its page", async ({
    page,
    context,
  }) => {
    await page.goto("/admin/site/projects");
    const heading = page.getByLabel("Heading").first();
    const former = await heading.inputValue();
    await heading.fill("Everything else");
    const opened = context.waitForEvent("page");
    await button(page, "Open in a new tab").click();
    await expect((await opened).getByText("Everything else")).toBeVisible();
    await (await opened).close();
    await button(page, "Save draft").click();
    await expect(page.getByText(draftSaved)).toBeVisible();
    await expect(heading).toHaveValue("Everything else");
    await page.getByText("Use the default for Heading").first().click();
    await button(page, "Use this").first().click();
    await expect(heading).toHaveValue(former);
    await button(page, "Discard draft").click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await expect(page.getByText("Draft discarded.")).toBeVisible();

    await page.goto("/admin/site/testimonials");
    const names = page.getByLabel("Name");
    const before = await names.count();
    await button(page, "Add a testimonial").click();
    await expect(names).toHaveCount(before + 1);
    await expect(names.last()).toBeVisible();
    await button(page, `Remove Testimonial ${before + 1}`).click();
    await expect(names).toHaveCount(before);
  });
});

test("the set-up leads from Today through its steps, and each is saved by itself", async ({
  page,
}) => {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Set up your site" }).click();
  await expect(page.getByLabel("Name of the business")).toBeVisible();
  await hydrated(page);
  await page.getByLabel("Name of the business").fill("Lotus & Voice");
  await button(page, "Publish and go on").click();
  await expect(page).toHaveURL(/step=colours/);
  await expect(page).toHaveTitle("Set-up · Lotus & Voice");
  await page.getByLabel("Midnight and paper").check();
  await button(page, "Publish and go on").click();

  await expect(page).toHaveURL(/step=words/);
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--accent"));
  expect(await accent()).toContain("#1f3d6e");
  await hydrated(page);
  const audition = page.locator("details", { hasText: "Audition cut" });
  await audition.locator("summary").click();
  await audition.getByRole("button", { name: /^Keep/ }).click();
  await expect(audition).toBeHidden();

  await page.getByRole("link", { name: "Ready to go live?" }).click();
  await expect(page.getByText(/^\d+ to settle before going live\.$/)).toBeVisible();
  await page.goto("/admin");
  await expect(page.getByText("2 of 8 steps")).toBeVisible();
});
