import type { Page } from "@playwright/test";
import { allPages } from "#app/content/pages.ts";
import { appointmentStates, linkOf } from "#tests/support/appointment-states.ts";
import { examStates } from "#tests/support/exam-states.ts";
import { shownStates } from "#tests/support/invoice-states.ts";
import { submitSignIn } from "./support/admin-list.ts";
import { accessibilityOptions, expectAccessible, type State, wcag22aa } from "./support/axe.ts";
import { expect, hydrateByMoving, test, testOn } from "./support/fixtures.ts";
import type { PreparedQuote } from "./support/installation.ts";
import { acceptButton, acceptTick, tickAddOns } from "./support/quote-page.ts";
import { openStatesSite } from "./support/states-site.ts";
import { toastWith } from "./support/toasts.ts";

/*
 * What visitors, clients and whoever signs in see, in each state: WCAG 2.2 AA, no sideways scrolling and, where
 * a finger works, nothing smaller than it. The admin has a file of its own.
 */

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const seen = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

const bestPractice = [...wcag22aa, "best-practice"];
const publicPages = allPages.map(({ path }): State => ({ path, tags: bestPractice }));

const homePage: State[] = [
  {
    path: "/",
    name: "the home page, hydrated and scrolled",
    async act(page) {
      await hydrateByMoving(page);
      await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
      await expect(page.getByRole("button", { name: "Scroll to top" })).toBeVisible();
    },
  },
  {
    path: "/",
    name: "the contact form with mistakes",
    async act(page) {
      await hydrateByMoving(page);
      await press(page, "Send Message");
      await seen(page, "Name must be at least 2 characters.");
    },
  },
  {
    name: "the contact form after sending",
    async act(page) {
      await page.getByLabel("Name", { exact: true }).fill("Ada Visitor");
      await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
      await page.getByLabel("Message", { exact: true }).fill("Is this accessible as well?");
      await press(page, "Send Message");
      await expect(toastWith(page, "Your message has been sent!")).toBeVisible();
    },
  },
  ...(
    [
      ["phone", "Open main menu"],
      ["wide screen", "Theme"],
    ] as const
  ).map(([only, button]): State => ({
    path: "/",
    name: "the open menu",
    only,
    async act(page) {
      await press(page, button);
      await expect(page.getByRole("radio", { name: "Dark" })).toBeVisible();
    },
  })),
  {
    path: "/",
    name: "the discovery dialog with its calendar",
    async act(page) {
      await press(page, "Book a Discovery Session");
      const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
      const calendar = dialog.locator("iframe").contentFrame();
      await expect(calendar.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(dialog.getByText("Loading calendar...")).toBeHidden();
    },
  },
  { path: "/ameb-accompanying", name: "the AMEB form with mistakes", act: sendAmebEmpty },
  ...[
    "/newsletter",
    "/newsletter/confirm",
    "/newsletter/unsubscribe",
    "/nothing/is-here",
    "/quotes/nobody-was-ever-sent-this",
    "/quotes",
    "/invoices/unknown",
    "/appointments/unknown",
    "/waiting/end",
  ].map((path): State => ({ path })),
  { path: "/live-piano-services/quote-confirmation" },
];

async function sendAmebEmpty(page: Page): Promise<void> {
  await hydrateByMoving(page);
  await page.getByRole("main").getByRole("button", { name: "Send Inquiry" }).click();
  await seen(page, "Please select at least one service.");
}

const quoteStates = ({ link, clientEmail }: PreparedQuote): State[] => [
  { path: link, name: "a pending quote", act: hydrateByMoving },
  {
    name: "a quote with mistakes",
    async act(page) {
      await tickAddOns(page, { rehearsal: true, extraHour: true });
      await page.getByLabel("Your email").fill("ada@");
      await acceptTick(page).focus();
      await acceptTick(page).blur();
      await seen(page, "You must accept the quote to proceed.");
    },
  },
  {
    name: "the thanks for an acceptance",
    async act(page) {
      await page.getByLabel("Your email").fill(clientEmail);
      await acceptTick(page).check();
      await acceptTick(page).blur();
      await acceptButton(page).click();
      await expect(
        page.getByRole("heading", { name: "Thank You for Your Acceptance!" }),
      ).toBeVisible();
    },
  },
  {
    path: link,
    name: "an accepted quote",
    act: (page) =>
      expect(page.getByRole("heading", { name: "Accepted. Thank you." })).toBeVisible(),
  },
];

const booking: State[] = [
  ...[
    "/book",
    "/book/voice-piano",
    "/book/nothing",
    "/book/presence/45-minutes?week=2099-01-01",
    "/book/presence/45-minutes",
  ].map((path): State => ({ path })),
  { name: "a time to book", act: (page) => page.locator('ol a[href*="Z"]').first().click() },
  {
    name: "a booking with mistakes",
    async act(page) {
      await page.getByLabel("Your name").fill("A");
      await page.getByLabel("Email").fill("a@visitor.example");
      await press(page, "Book this time");
      await seen(page, "There is a problem");
    },
  },
];

const signIn = (setupLink: string): State[] => [
  { path: "/login" },
  {
    name: "the sign-in with mistakes",
    async act(page) {
      await hydrateByMoving(page);
      await submitSignIn(page, { email: "owner", password: "" });
      await seen(page, "Please enter your password.");
    },
  },
  {
    name: "the sign-in after a wrong password",
    async act(page) {
      await submitSignIn(page, { email: "nobody@elsewhere.example", password: "not the password" });
      await seen(page, "Invalid email or password");
    },
  },
  {
    path: setupLink,
    name: "a set-up link",
    act: (page) => expect(page.getByLabel("New password")).toBeVisible(),
  },
  { path: "/login/setup?token=spent", act: (page) => seen(page, "This link has expired.") },
];

const appointments: State[] = [
  ...appointmentStates.map((name) => linkOf(name)),
  `${linkOf("booked")}?booked`,
  `${linkOf("booked")}/move`,
  `${linkOf("booked")}/cancel`,
  `${linkOf("booked")}/move/20300108T2300Z`,
  `${linkOf("late")}/move`,
].map((rest) => ({ path: `/appointments/${rest}` }));

const invoices: State[] = [
  ...shownStates.map((state) => `/invoices/${state}`),
  "/quotes/quote-with-invoices",
  "/live-piano-services/quote-confirmation?quote=quote-with-invoices",
].map((path) => ({ path }));

const exams: State[] = [
  ...[...examStates.map((name) => linkOf(name)), `${linkOf("near")}?saved&refused=heic`].map(
    (rest) => ({ path: `/exams/${rest}` }),
  ),
  {
    path: `/exams/${linkOf("undated")}?received`,
    name: "an exam's date with mistakes",
    async act(page) {
      await page.getByLabel("Date", { exact: true }).fill("2020-10-10");
      await page.getByLabel("Another venue").fill("The hall");
      await page.getByLabel("Venue", { exact: true }).selectOption("Hawthorn Hall");
      await press(page, "Save");
      await seen(page, "Please choose a venue or write another one, not both.");
    },
  },
  { path: "/whats-on", tags: bestPractice },
];

const statesTest = testOn(openStatesSite);

test.beforeEach(({ guard }) => guard.expectConsole(/status of (40[14]|410|422)/));

test.describe("at 390 px in light and at 1280 px in dark", () => {
  test.use(accessibilityOptions);

  test("public pages are accessible", ({ page }) => expectAccessible(page, publicPages));

  test("the home page and empty pages are accessible in every state", ({ page }) =>
    expectAccessible(page, homePage));

  test("quotes and booking pages are accessible in every state", ({ page, quote }) =>
    expectAccessible(page, [...quoteStates(quote), ...booking]));

  statesTest("appointments and invoices are accessible in every state", ({ page }) =>
    expectAccessible(page, [...appointments, ...invoices]),
  );

  statesTest("exams and what's on are accessible in every state", ({ page }) =>
    expectAccessible(page, exams),
  );

  statesTest("the sign-in is accessible in every state", ({ page, installation }) =>
    expectAccessible(page, signIn(installation.setupLink)),
  );
});
