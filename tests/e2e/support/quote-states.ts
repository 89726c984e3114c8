import { decide, decideAndConfirm, expectStatus } from "./admin-list.ts";
import type { State } from "./axe.ts";
import { expect, hydrateByMoving, hydrated } from "./fixtures.ts";
import type { PreparedQuote } from "./installation.ts";

/* The states of a quote in the admin, from its draft to what became of it. */

export const ofQuote = ({ id }: PreparedQuote): State[] => [
  { path: `/admin/quotes/${id}/edit`, act: hydrated },
  { path: `/admin/quotes/${id}`, act: hydrated },
  {
    name: "the question before a decision",
    async act(page) {
      await decide(page, "Accept").click();
      await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    },
  },
  {
    name: "a decided quote",
    async act(page) {
      await page.keyboard.press("Enter");
      await decideAndConfirm(page, "Accept");
      await expectStatus(page, "Accepted");
    },
  },
  {
    name: "what a cancellation will do",
    async act(page) {
      await page.getByRole("main").getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: "Cancel This Booking" }).click();
      await page.getByLabel("What do you keep?").selectOption("Another amount");
      await page.getByLabel("Other amount (A$)").fill("250");
      await page.getByLabel("Reason").fill("The party is called off.");
      await page.getByRole("button", { name: "See What Will Happen" }).click();
      await expect(page.getByText("You keep A$250.00.")).toBeVisible();
    },
  },
  { path: `/admin/compose/quote/${id}` },
];

export const hourlyQuote: State[] = [
  {
    path: "/admin/quotes/new?kind=hourly",
    name: "a new quote with mistakes",
    async act(page) {
      await hydrated(page);
      await page.getByRole("button", { name: "Save Draft" }).click();
      await expect(page.getByLabel("Kind of quote")).toHaveAccessibleDescription(/^Say what kind/);
    },
  },
  {
    name: "a draft of a quote",
    async act(page) {
      await page.getByLabel("Kind of quote").fill("Spring Musical Quote");
      await page.getByLabel("Client name").fill("Northside Players");
      await page.getByLabel("Client email").fill("school@visitor.example");
      await page.getByRole("button", { name: "Save Draft" }).click();
      await expectStatus(page, "Draft");
    },
  },
  {
    name: "an hourly quote, about to be declined",
    async act(page) {
      await page.getByRole("button", { name: "Send Quote" }).first().click();
      await expectStatus(page, "Pending");
      const link = page.getByRole("link", { name: "View Public Quote" });
      await page.goto((await link.getAttribute("href"))!);
      await hydrateByMoving(page);
      await page.getByText("Decline this quote").click();
    },
  },
  {
    name: "a declined quote",
    async act(page) {
      await page.getByRole("button", { name: "Decline Quote" }).click();
      await expect(page.getByRole("heading", { name: "You declined this quote" })).toBeVisible();
    },
  },
];
