import type { Page } from "@playwright/test";
import { expect, phone, test, wideScreen, openHydrated } from "./support/fixtures.ts";
import { toastWith } from "./support/toasts.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

let marks = 0;

/** Messages that no other test knows, the last the newest; `search` finds just them. */
async function sendMessages(page: Page, count: number, more = "All the best") {
  const mark = `v${process.pid}x${++marks}`;
  const names = Array.from({ length: count }, (_, index) => `Vera ${mark} no ${index + 1}`);
  for (const [index, name] of names.entries()) {
    const answer = await page.request.post("/?index", {
      form: {
        name,
        email: `vera-${mark}-${index}@visitor.example`,
        message: `Could you play for us? ${index + 1}\n\n${more}`,
      },
    });
    if (!answer.ok()) throw new Error(await answer.text());
  }
  return { names, mark, list: `/admin/inbox?q=${mark}` };
}

const entry = (page: Page, name: string) =>
  page.getByRole("list", { name: "Messages" }).getByRole("link", { name });
const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

test("a message that is archived makes room for the next, and on a phone is a page of its own", async ({
  page,
}) => {
  await page.setViewportSize(wideScreen);
  const { names, list } = await sendMessages(page, 2);
  await openHydrated(page, list);
  await entry(page, names[1]!).click();
  await expect(heading(page, names[1]!)).toBeVisible();
  await expect(entry(page, names[1]!)).toHaveAttribute("aria-current", "page");
  const message = page.getByRole("article", { name: names[1]! });
  await expect(message.locator("time")).toHaveText(/^today \d+:\d\d [ap]m$/);
  expect(await message.getByText("Could you play for us?").innerText()).toBe(
    "Could you play for us? 2\n\nAll the best",
  );
  const address = page.url();
  await button(page, "Archive").click();
  await expect(heading(page, names[0]!)).toBeVisible();
  await expect(entry(page, names[1]!)).toBeHidden();
  await openHydrated(page, address);
  await expect(page.getByText("Archived", { exact: true }).last()).toBeVisible();
  await button(page, "Reopen").click();
  await expect(entry(page, names[1]!)).toBeVisible();
  await expect(heading(page, names[1]!)).toBeVisible();

  await page.setViewportSize(phone);
  await openHydrated(page, list);
  await expect(entry(page, names[1]!)).toContainText("Could you play for us? 2 All the best");
  await entry(page, names[1]!).click();
  await expect(heading(page, names[1]!)).toBeInViewport();
  await expect(entry(page, names[1]!)).toBeHidden();
  await expect(page.getByLabel("Search messages")).toBeHidden();
  await page.getByRole("link", { name: "Back to Inbox" }).click();
  await expect(entry(page, names[1]!)).toBeVisible();
  await expect(heading(page, names[1]!)).toBeHidden();
});

test("a reply is written under the message, answers it and moves on to the next", async ({
  page,
  installation,
}) => {
  await page.setViewportSize(wideScreen);
  const { names, list, mark } = await sendMessages(page, 2);
  await openHydrated(page, list);
  await entry(page, names[1]!).click();
  const reply = page.getByRole("region", { name: `Reply to ${names[1]}` });
  await expect(reply.getByLabel("Message")).toHaveValue(/^Hi Vera,\n\n\n\nWarmly,/);
  await expect(page.getByText("New", { exact: true }).last()).toBeVisible();
  await reply.getByLabel("Subject").fill(`Playing ${mark}`);
  await reply.getByLabel("Message").fill("Hi Vera,\n\nGladly!");
  await button(page, "Send Email").click();
  await expect(toastWith(page, "Email sent successfully!")).toBeVisible();
  await expect(heading(page, names[0]!)).toBeFocused();
  await expect(entry(page, names[1]!)).toBeHidden();
  await installation.mail.waitUntil((all) =>
    all.some(({ subject }) => subject === `Playing ${mark}`) ? null : "The reply did not arrive.",
  );
  await page.goto(`${list}&show=answered`);
  await expect(entry(page, names[1]!)).toBeVisible();
});

test("the keyboard moves, opens, replies, archives, quotes and goes back", async ({ page }) => {
  await page.setViewportSize(wideScreen);
  const { names, list } = await sendMessages(page, 3);
  await openHydrated(page, list);
  await page.keyboard.press("j");
  await expect(entry(page, names[2]!)).toBeFocused();
  await page.keyboard.press("j");
  await expect(entry(page, names[1]!)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  await expect(entry(page, names[1]!)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, names[1]!)).toBeFocused();
  await page.keyboard.press("Control+e");
  await page.keyboard.press("r");
  const text = page.getByLabel("Message", { exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.type("We jeer, quite");
  await expect(text).toHaveValue(/^Hi Vera,\n\nWe jeer, quite\n\nWarmly,/);
  // Another message is looked at meanwhile.
  await entry(page, names[0]!).click();
  await expect(heading(page, names[0]!)).toBeVisible();
  await page.goBack();
  await expect(text).toHaveValue(/We jeer, quite/);
  await heading(page, names[1]!).focus();
  await page.keyboard.press("e");
  await expect(heading(page, names[0]!)).toBeFocused();
  await expect(entry(page, names[1]!)).toBeHidden();
  await page.keyboard.press("k");
  await expect(heading(page, names[2]!)).toBeFocused();
  await page.keyboard.press("u");
  await expect(entry(page, names[2]!)).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry(page, names[2]!)).toBeFocused();
  await page.keyboard.press("q");
  await expect(page).toHaveURL(/\/admin\/quotes\/new\?from=/);
  await expect(page.getByLabel("Client name")).toHaveValue(names[2]!);
});

test("a suspected message waits in quarantine, without links, until the owner releases it", async ({
  page,
}) => {
  const links = "https://a.example https://b.example https://c.example";
  const { names, list } = await sendMessages(page, 1, links);
  await page.goto(list);
  await expect(entry(page, names[0]!)).toHaveCount(0);
  await openHydrated(page, `${list}&show=quarantine`);
  await entry(page, names[0]!).click();
  const message = page.getByRole("article", { name: names[0]! });
  await expect(message).toContainText("It's full of links.");
  await expect(message.getByRole("link")).toHaveCount(0);
  await expect(message.getByRole("textbox")).toHaveCount(0);
  await message.getByRole("button", { name: "Not spam" }).click();
  await expect(message.getByLabel("Message", { exact: true })).toHaveValue(/^Hi Vera,/);
  await page.goto(list);
  await expect(entry(page, names[0]!)).toBeVisible();
});
