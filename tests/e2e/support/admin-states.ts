import { acuityClients } from "#tests/support/imports.ts";
import type { Page } from "@playwright/test";
import { documentNames } from "#app/content/documents.ts";
import { addDays } from "#app/values/calendar.ts";
import { twoHalves } from "#tests/support/pictures.ts";
import type { State } from "./axe.ts";
import { expect, hydrated } from "./fixtures.ts";
import { draftId, refundedId, remindedId } from "./states-site.ts";

/* The states of the admin's pages about money, the diary and the site, on the site that has them all. */

export const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();
export const seen = (page: Page, text: string | RegExp) =>
  expect(main(page).getByText(text).first()).toBeVisible();

async function unfold(page: Page): Promise<void> {
  for (const summary of await main(page).locator("summary").all())
    if (!(await summary.evaluate((of) => of.parentElement!.hasAttribute("open"))))
      await summary.click();
}

const statement = (...rows: [amount: string, text: string][]) =>
  rows.map(([amount, text]) => `07/11/2026,"${amount}","${text}","1.00"\r\n`).join("");

export const moneyStates: State[] = [
  { path: "/admin/money?show=all" },
  {
    path: `/admin/money/invoices/${remindedId}`,
    name: "an invoice with reminders, its forms and a mistake",
    async act(page) {
      await hydrated(page);
      await seen(page, "A reminder still goes out on");
      await unfold(page);
      await press(page, "Issue Credit Note");
      await seen(page, "Say what is credited. The credit note shows it.");
    },
  },
  {
    path: `/admin/money/invoices/${refundedId}`,
    name: "a refund that can be credited",
    async act(page) {
      await hydrated(page);
      await page.getByText("Called off, or costs less: credit A$775.00").click();
    },
  },
  { path: `/admin/money/invoices/${draftId}` },
  {
    path: "/admin",
    name: "Today with a reminder that waits for the bank",
    act: (page) => seen(page, "Reminders waiting for your bank statement"),
  },
  {
    path: "/admin/money/new",
    name: "a new invoice with mistakes",
    async act(page) {
      await hydrated(page);
      await press(page, "Add a Line");
      await expect(page.getByLabel("Item, line 2")).toBeFocused();
      await press(page, "Issue and Send");
      await seen(page, "Add at least one line.");
    },
  },
  { path: "/admin/money/quarter/2026-4" },
  { path: "/admin/email-templates", name: "the standard emails" },
  {
    path: "/admin/money/settings",
    async act(page) {
      await hydrated(page);
      await unfold(page);
    },
  },
  {
    name: "a mistyped ABN",
    async act(page) {
      await page.getByLabel("ABN", { exact: true }).fill("51 824 753 557");
      const form = page.locator("form").filter({ has: page.getByLabel("Legal name") });
      await form.getByRole("button", { name: "Save" }).click();
      await seen(page, "This is not an ABN: check its 11 digits.");
    },
  },
  {
    path: "/admin/money/settings",
    name: "a GST registration that overlaps another one",
    async act(page) {
      await hydrated(page);
      const gst = page.getByRole("region", { name: "GST registration" });
      for (const from of ["2026-07-01", "2026-08-01"]) {
        const field = gst.getByLabel("Registered from").last();
        if (!(await field.isVisible())) await gst.locator("summary").last().click();
        await field.fill(from);
        await gst.getByRole("button", { name: "Add registration" }).click();
        await expect(gst.getByText("1 July 2026").first()).toBeVisible();
      }
      await seen(page, /^You're already registered/);
    },
  },
  {
    path: "/admin/money/import",
    name: "a bank statement with every kind of line",
    async act(page) {
      await hydrated(page);
      await page.getByText("Paste it instead").click();
      await page
        .getByLabel("Text of the statement")
        .fill(
          statement(
            ["775.00", "INV3001"],
            ["300.00", "INV3002"],
            ["900.00", "INV3003"],
            ["775.00", "M WINTERBOTTOM4"],
            ["775.00", "INV3005"],
            ["20.00", `A ${"VERYLONGWORD".repeat(8)}`],
          ),
        );
      await press(page, "Check the Payments");
      await seen(page, "6 new lines.");
    },
  },
  {
    path: "/admin/money/import",
    name: "the question about a statement's columns",
    async act(page) {
      await hydrated(page);
      await page.getByLabel("Let me choose the columns").check();
      const buffer = Buffer.from(statement(["1.00", "GIFT"]));
      const file = { name: "november.csv", mimeType: "text/csv", buffer };
      await page.getByLabel("CSV file").setInputFiles(file);
      await press(page, "Check the Payments");
      const question = page.getByRole("heading", { name: "What do these columns hold?" });
      await expect(question).toBeFocused();
    },
  },
  {
    path: "/admin/import",
    name: "what becomes of each line of a file",
    async act(page) {
      await hydrated(page);
      await press(page, "See What's in It");
      await seen(page, "Choose the file.");
      const buffer = Buffer.from(acuityClients.replace("noah@client.example", "noah@"));
      const file = { name: "clients.csv", mimeType: "text/csv", buffer };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await press(page, "See What's in It");
      await seen(page, 'Line 4: "noah@" is not an email address');
      await page
        .getByText(/^(Skipped|Is something)/)
        .first()
        .click();
      await page.getByText("Is something read wrongly?").click();
      await expect(page.getByLabel("Last Name")).toBeVisible();
    },
  },
  {
    name: "an import that can be undone",
    async act(page) {
      await main(page)
        .getByRole("button", { name: /^Import \d/ })
        .click();
      await press(page, "Undo This Import");
      await seen(page, "Undo this import?");
    },
  },
];

/** @param day that of the first appointment */
export const weekStates = (day: string): State[] => [
  {
    path: "/admin/diary",
    name: "what waits in the diary",
    async act(page) {
      await hydrated(page);
      await expect(page.getByRole("region", { name: "1 clash ahead" })).toContainText("Clara Over");
      await unfold(page);
    },
  },
  {
    path: `/admin/diary?day=${day}`,
    name: "an appointment with its forms open",
    async act(page) {
      await hydrated(page);
      await main(page)
        .getByRole("link", { name: /Ada Visitor/ })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Visitor");
      await unfold(page);
    },
  },
  ...["appointment", "block", "away"].map((kind) => ({
    path: `/admin/diary/new?kind=${kind}`,
    act: hydrated,
  })),
  { path: "/admin/hours", act: hydrated },
  {
    name: "hours that overlap",
    async act(page) {
      await press(page, "Add times on Sunday");
      await page.getByLabel("Sunday, 2: from", { exact: true }).fill("01:00");
      await page.getByLabel("Sunday, 2: until", { exact: true }).fill("15:00");
      await press(page, "Save hours");
      await seen(page, /^This overlaps/);
    },
  },
  {
    path: "/admin/hours",
    name: "time away over what is booked",
    async act(page) {
      await hydrated(page);
      await main(page).getByText("Add time away", { exact: true }).click();
      await page.getByLabel("Away from").fill(day);
      await page.locator("#away").getByLabel("Last day").fill(addDays(day, 1));
      await press(page, "Save time away");
      await seen(page, /booked then:$/);
    },
  },
  { path: "/admin/hours?week=new", act: hydrated },
  {
    path: "/admin/services",
    name: "a service",
    async act(page) {
      const service = main(page).getByRole("link", { name: "Voice and piano, 60 minutes" });
      await service.first().click();
      await expect(page.getByLabel("Minutes", { exact: true })).toHaveValue("60");
    },
  },
  {
    path: "/admin/season",
    name: "the exam season with a clash",
    act: (page) => seen(page, "0 min between, 45 needed"),
  },
  {
    path: "/admin/season/setup",
    name: "sessions and venues with mistakes",
    async act(page) {
      await hydrated(page);
      await unfold(page);
      await press(page, "Save session");
      await seen(page, "Give it a name, such as Spring 2026.");
    },
  },
  { path: "/admin/services", act: hydrated },
  {
    name: "a new service with a mistake",
    async act(page) {
      await page.getByRole("link", { name: "New Service" }).click();
      await main(page).getByLabel("Minutes", { exact: true }).fill("3");
      await main(page).getByLabel("Name").fill("Duet");
      await press(page, "Add service");
      await expect(main(page).getByLabel("Minutes", { exact: true })).toHaveAccessibleDescription(
        "Enter a whole number of minutes from 5 to 480.",
      );
    },
  },
];

export const siteStates: State[] = [
  { path: "/admin/site", act: hydrated },
  ...documentNames.map((name): State => ({
    path: `/admin/site/${name}`,
    // Their fields are as large on every screen that a finger works.
    ...(name !== "home" && { only: "phone" }),
    act: hydrated,
  })),
  {
    path: "/admin/site/pictures",
    name: "a photograph and its crop",
    async act(page) {
      await hydrated(page);
      const buffer = await twoHalves(400, 900).jpeg().toBuffer();
      const file = { name: "me.jpg", mimeType: "image/jpeg", buffer };
      await page.getByLabel("Photo", { exact: true }).setInputFiles(file);
      await press(page, "Upload");
      const picture = main(page).getByRole("listitem").filter({ hasText: "me.jpg" }).first();
      await expect(picture.getByRole("img")).toBeVisible({ timeout: 60_000 });
      await picture.getByText("Change the crop").press("Enter");
    },
  },
  {
    path: "/admin/site/cv",
    name: "the CV without a file",
    async act(page) {
      await hydrated(page);
      await press(page, "Publish");
      await seen(page, "Choose the file.");
    },
  },
  {
    path: "/admin/site/history",
    async act(page) {
      await hydrated(page);
      await unfold(page);
    },
  },
  {
    name: "the question before earlier words are put back",
    async act(page) {
      await main(page).locator("ol > li").first().getByRole("button").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];
