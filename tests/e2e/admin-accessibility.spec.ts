import type { Page } from "@playwright/test";
import { melbourneDay } from "#app/values/calendar.ts";
import { takenTime } from "#tests/support/appointment-states.ts";
import { dialog, rowOf, sendEnquiry, undated } from "./support/admin-page.ts";
import { accessibilityOptions, expectAccessible, type State } from "./support/axe.ts";
import { expect, hydrated, test, testOn } from "./support/fixtures.ts";
import { enquiry } from "./support/installation.ts";
import { openStatesSite } from "./support/states-site.ts";
import { hourlyQuote, ofQuote } from "./support/quote-states.ts";
import { main, moneyStates, seen, siteStates, weekStates } from "./support/admin-states.ts";

/* What the owner sees, in each state, as accessibility.spec.ts has it for everybody else. */

async function unfold(page: Page): Promise<void> {
  for (const summary of await main(page).locator("summary").all()) await summary.click();
}

const lists: State[] = [
  {
    path: "/admin",
    async act(page) {
      await hydrated(page);
      await main(page).getByText("Show as table").click();
    },
  },
  // Two rows are like fifty.
  { path: "/admin/quotes?show=all&q=Client 20" },
  { path: "/admin/quotes" },
  {
    name: "the keyboard's shortcuts",
    async act(page) {
      await hydrated(page);
      await page.keyboard.press("?");
      await expect(dialog(page, "Keyboard shortcuts")).toBeVisible();
    },
  },
  { path: "/admin/inbox" },
  { path: `/admin/inbox/${enquiry.id}` },
  { path: "/admin/unknown" },
  { path: "/admin/quotes/1" },
  { path: "/admin/account" },
  { path: "/admin/people" },
  { path: "/admin/start?step=brand" },
  { path: "/admin/start?step=colours" },
  { path: "/admin/start?step=words", act: unfold },
  ...["pictures", "services", "hours", "business", "data"].map((step) => ({
    path: `/admin/start?step=${step}`,
  })),
  { path: "/admin/start?step=launch", act: unfold },
  { path: "/admin/deleted" },
  { path: "/admin/activity", act: unfold },
  {
    path: "/admin/email-templates?new=yes",
    name: "a template with mistakes",
    async act(page) {
      await hydrated(page);
      await page.getByRole("button", { name: "Save Template" }).click();
      await expect(page.getByText("Template name is required.")).toBeVisible();
    },
  },
  { path: "/admin/email-templates" },
  {
    path: "/admin/calendar",
    name: "the link of the calendar",
    async act(page) {
      await page.getByRole("button", { name: /^Create (your|a new) link$/ }).click();
      await expect(page.getByLabel("Copy it now; it won't be shown again.")).toBeVisible();
    },
  },
];

const foreignCalendar: State[] = [
  {
    path: "/admin/calendar",
    name: "a calendar that was added",
    async act(page) {
      await hydrated(page);
      await page.getByLabel("Name").fill("Choir");
      await page
        .getByLabel("Secret address")
        .fill("webcal://choir.breath-and-key.example/basic.ics");
      await page.getByRole("button", { name: "Add calendar" }).click();
      await seen(page, "Calendar added. It has one busy time ahead.");
    },
  },
  {
    name: "a calendar's address that is wrong",
    async act(page) {
      await page.getByLabel("Name").fill("Studio");
      await page.getByLabel("Secret address").fill("https://127.0.0.1/basic.ics");
      await page.getByRole("button", { name: "Add calendar" }).click();
      await expect(page.getByLabel("Secret address")).toHaveAccessibleDescription(
        /private network/,
      );
    },
  },
];

/** The menu behind More of a small screen. */
const more: State = {
  path: "/admin",
  name: "the pages behind More",
  only: "phone",
  isCovered: true,
  async act(page) {
    await hydrated(page);
    await page
      .getByRole("navigation", { name: "Admin" })
      .getByRole("button", { name: "More" })
      .click();
  },
};

type Family = Awaited<ReturnType<typeof sendEnquiry>>;

const ofFamily = ({ name, email }: Family): State[] => [
  { path: `/admin/ameb-bookings?q=${email}`, act: hydrated },
  {
    name: "the composer with a mistake and a gap",
    async act(page) {
      await rowOf(page, name).getByRole("button", { name: "Reply" }).click();
      const composer = dialog(page, "Compose Email");
      await composer.getByLabel("Message").fill("{{nobody}}");
      await composer.getByLabel("Subject").fill("");
      await composer.getByRole("button", { name: "Send Email" }).click();
      await expect(composer.getByText("Subject cannot be empty.")).toBeVisible();
    },
  },
  {
    name: "the question before a deletion",
    async act(page) {
      await dialog(page, "Compose Email").getByRole("button", { name: "Close" }).click();
      await expect(rowOf(page, name).getByRole("button", { name: "Reply" })).toBeFocused();
      await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("button", { name: "Confirm Delete" })).toBeFocused();
    },
  },
  {
    path: `/admin/ameb-bookings?q=${email}`,
    name: "an exam's booking",
    async act(page) {
      await rowOf(page, name).getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    },
  },
  {
    name: "the form of an exam's booking",
    act: (page) => page.getByRole("link", { name: "Enter the date" }).click(),
  },
  { path: `/admin/sent-mail?q=${email}`, act: unfold },
  {
    name: "an email as it was sent",
    async act(page) {
      await page.getByRole("link", { name: "Your AMEB accompanying enquiry" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/AMEB accompanying/);
    },
  },
  { path: `/admin/clients?q=${email}`, act: hydrated },
  { path: `/admin/clients/${email}`, act: unfold },
  {
    path: `/admin/clients/${email}`,
    name: "a client's deletion with a mistake",
    async act(page) {
      await hydrated(page);
      await page.getByText("Delete client data").click();
      await page.getByLabel("Type the client's email to confirm").fill("somebody@else.example");
      await page.getByRole("button", { name: "Delete for good" }).click();
      await expect(page.getByText("That doesn't match the client's email.")).toBeVisible();
    },
  },
  {
    path: `/admin/newsletter?q=${email}`,
    async act(page) {
      await seen(page, email);
      await unfold(page);
    },
  },
  { path: `/admin/search?q=${email}`, act: (page) => seen(page, email) },
  {
    path: "/admin",
    name: "the palette of commands",
    async act(page) {
      await hydrated(page);
      await page.keyboard.press("Control+k");
      const palette = dialog(page, "Search");
      await palette.getByRole("searchbox").pressSequentially(name.slice(0, -1));
      await expect(palette.getByRole("link", { name: email })).toBeVisible();
    },
  },
];

const statesTest = testOn(openStatesSite);

test.beforeEach(async ({ guard, signInAsOwner }) => {
  guard.expectConsole(/status of (404|409|422)|Not saved/);
  await signInAsOwner();
});

test.describe("at 390 px in light and at 1280 px in dark", () => {
  test.use(accessibilityOptions);

  test("the admin's lists are accessible in every state", ({ page }) =>
    expectAccessible(page, [...lists, ...foreignCalendar, more]));

  test("what the owner does for a family is accessible", async ({ page }) => {
    const family = await sendEnquiry(page, undated);
    const data = { email: family.email, firstName: "Ada", lastName: "" };
    const answer = await page.request.post("/functions/add-mailchimp-subscriber", { data });
    expect(answer.ok()).toBe(true);
    await expectAccessible(page, ofFamily(family));
  });

  test("quotes are accessible in every state", ({ page, quote }) =>
    expectAccessible(page, [...ofQuote(quote), ...hourlyQuote]));

  statesTest("money is accessible in every state", ({ page }) =>
    expectAccessible(page, moneyStates),
  );

  statesTest("diary, hours and services are accessible in every state", ({ page }) =>
    expectAccessible(page, weekStates(melbourneDay(takenTime))),
  );

  statesTest("the editing of the site is accessible in every state", ({ page }) =>
    expectAccessible(page, siteStates),
  );
});
