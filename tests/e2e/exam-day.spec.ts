import type { BrowserContext, Page } from "@playwright/test";
import { sheetMusic } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { aBooking, theBusiness } from "#tests/support/factories.ts";
import { pdfOf } from "#tests/support/sheet-music.ts";
import { accessibilityOptions, expectAccessible } from "./support/axe.ts";
import { expect, phone, testOnOwnSite } from "./support/fixtures.ts";

const family = "mei@family.example";

const test = testOnOwnSite("no rows", async (db) => {
  await theBusiness(db);
  const { id: bookingId } = await aBooking(db, { examDate: melbourneDay(new Date()) });
  const file = { fileName: "Sonata.pdf", format: "pdf", pages: 2, bytes: await pdfOf(2) } as const;
  await db.insert(sheetMusic).values({ bookingId, ...file });
});

test.use(accessibilityOptions);

const kept = (page: Page) => page.locator("[data-kept]");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const copies = (page: Page) => page.evaluate(() => caches.keys());

async function openKept(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/admin/today");
  await expect(kept(page)).toHaveText(/^Kept on this device, with the music, until /);
  return page;
}

test("without reception the cards and the music open, and what was pressed is sent once", async ({
  context,
  guard,
  signInAsOwner,
  installation: { mail },
}) => {
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED|status of 503/);
  await signInAsOwner();
  const [page, other] = [await openKept(context), await openKept(context)];

  const unfold = async () => {
    for (const summary of await page.locator("summary").all()) await summary.click();
  };
  await expectAccessible(page, [{ path: "/admin/today", act: unfold }]);
  await page.setViewportSize(phone);

  await test.step("the cards and the PDF open without a line", async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Mei Tan" })).toBeVisible();
    await expect(kept(page)).toHaveText(/^No reception: this is the copy of .+, kept until /);
    const music = await page.getByRole("link", { name: /^All the music/ }).getAttribute("href");
    const start = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      return [answer.headers.get("Content-Type"), (await answer.text()).slice(0, 5)];
    }, music!);
    expect(start).toEqual(["application/pdf", "%PDF-"]);
  });

  await test.step("what is pressed there, in two windows, is sent once", async () => {
    await button(page, "Arrived").click();
    await page.getByText("Done…").click();
    await expect(page.getByText(`goes to ${family}.`)).toBeVisible();
    await button(page, "Done: send the invoice").click();
    for (const name of ["Arrived", "Done"])
      await expect(button(page, `${name}, not sent yet`)).toBeDisabled();
    await expect(button(other, "Done, not sent yet")).toBeDisabled();
    await page.reload();
    for (const name of ["Arrived", "Done"])
      await expect(button(page, `${name}, not sent yet`)).toBeDisabled();
    await context.setOffline(false);
    for (const window of [page, other])
      await expect(window.getByText(/^Done at /).or(button(window, "Done"))).toBeVisible();
    await expect(async () => {
      // A busy machine needs longer than a phone waits for.
      await page.reload();
      await expect(page.getByText(/^Done at /)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByText(/^Arrived at /)).toBeVisible();
    await expect(page.getByRole("link", { name: "The invoice" })).toBeVisible();
    const theirs = () => mail.emails.filter(({ envelopeTo }) => envelopeTo.includes(family));
    await mail.waitUntil(() => (theirs().length > 0 ? null : "No invoice came."));
    await page.goto("/admin/money?show=all");
    await expect(page.getByRole("main").getByRole("link", { name: /INV-/ })).toHaveCount(1);
    expect(theirs()).toHaveLength(1);
  });

  await test.step("after 36 hours the copy is gone", async () => {
    await other.reload();
    await expect(kept(other)).toHaveText(/^Kept on this device, with/);
    await other.evaluate(async () => {
      const cache = await caches.open("exam-day");
      const { headers } = (await cache.match(location.pathname))!;
      const old = new Headers(headers);
      old.set("X-Kept-At", String(Date.now() - 36 * 3_600_000));
      await cache.put(location.pathname, new Response("", { headers: old }));
    });
    await context.setOffline(true);
    await other.reload();
    await expect(other.getByText(/^This device has no copy any more/)).toBeVisible();
    expect(await copies(other)).toEqual([]);
    await context.setOffline(false);
  });

  await test.step("signing out, in another window, takes it away", async () => {
    await other.reload();
    await expect(kept(other)).toHaveText(/^Kept on this device, with/);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await expect.poll(() => copies(page)).toEqual([]);
    // A copy that was being made meanwhile ends as well.
    await other.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
      active!.postMessage("keep");
    });
    await expect(kept(other)).toHaveText("This device couldn't keep a copy.");
    expect(await copies(other)).toEqual([]);
  });
});
