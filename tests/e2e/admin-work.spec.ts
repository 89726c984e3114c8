import { longDay } from "#app/values/calendar.ts";
import { expectAccessible } from "./support/axe.ts";
import { desk, expect, hydrated, onEachScreen, test } from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";
import { dialog, examDate, rowOf, sendEnquiry } from "./support/admin-page.ts";
import { toast } from "./support/toasts.ts";

/* The back office as the owner runs her week from it: figures, bookings, templates, letters. */

test.beforeEach(({ becomeOwner }) => becomeOwner());

onEachScreen(({ width }) => {
  test("a booking is read, answered, set to booked, deleted, and taken back", async ({
    page,
    installation,
  }) => {
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    await hydrated(page);
    const row = rowOf(page, family.name);
    await expect(row).toContainText(`${longDay(examDate)}, 10:40 am`);
    await expect(row).toContainText("AMEB Grade 5 violin, teacher J. Ferraro");
    await expect(row).toContainText("Both Exam Day & Rehearsal");
    await expect(row.getByRole("link", { name: family.email })).toHaveAttribute(
      "href",
      `mailto:${family.email}`,
    );

    await row.getByRole("combobox").selectOption("Booked");
    await expect(toast(page, "Status updated successfully!")).toBeVisible();
    await page.reload();
    await hydrated(page);
    await expect(row.getByRole("combobox")).toHaveValue("booked");

    await row.getByRole("button", { name: "Reply" }).click();
    const composer = dialog(page, "Compose Email");
    await expect(composer.getByLabel("Recipient")).toHaveValue(family.email);
    await composer.getByRole("button", { name: "Send Email" }).click();
    await expect(composer.getByText("Email body cannot be empty.")).toBeVisible();
    await composer.getByLabel("Body").fill("Dear {{student_parent_name}}, {{teacher}}");
    await composer.getByLabel("Body").press("End");
    await composer.getByRole("button", { name: "{{exam_date}}" }).click();
    await expect(composer.getByLabel("Body")).toHaveValue(
      "Dear {{student_parent_name}}, {{teacher}}{{exam_date}}",
    );
    await expect(composer.getByRole("region", { name: "Preview" })).toContainText(
      `Dear ${family.name}, [teacher: missing]${longDay(examDate)}`,
    );
    await composer.getByRole("button", { name: "Send Email" }).click();
    await expect(toast(page, "Email sent successfully!")).toBeVisible();
    await expect(composer).toHaveCount(0);
    const isReply = ({
      subject,
      envelopeTo,
    }: {
      subject?: string | undefined;
      envelopeTo: string[];
    }) => subject === "Regarding your AMEB booking" && envelopeTo.includes(family.email);
    const letters = await installation.mail.waitUntil((all) =>
      all.some(isReply) ? null : "The reply has not arrived.",
    );
    expect(letters.find(isReply)!.text).toContain(`Dear ${family.name}, ${longDay(examDate)}`);

    await row.getByRole("button", { name: "Delete" }).click();
    await expect(
      toast(
        page,
        "Are you sure you want to delete this AMEB booking? This action cannot be undone.",
      ),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Confirm Delete" })).toBeFocused();
    await expect(row).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(toast(page, "Booking deleted successfully!")).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row.getByRole("combobox")).toHaveValue("booked");

    await row.getByRole("link", { name: family.name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(family.name);
    await expect(
      page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ hasText: "Letter: Regarding your AMEB booking" }),
    ).toBeVisible();
  });

  test("a template is made with what is wrong said, flagged, changed, deleted and restored", async ({
    page,
    quote,
  }) => {
    const name = `Thanks ${width} ${Date.now()}`;
    await page.goto("/admin/email-templates");
    await hydrated(page);
    await page.getByRole("button", { name: "Create New Template" }).click();
    const creating = dialog(page, "Create New Template");
    await creating.getByRole("button", { name: "Save Template" }).click();
    for (const message of [
      "Template name is required.",
      "Subject is required.",
      "Body is required.",
    ])
      await expect(creating.getByText(message)).toBeVisible();
    await creating.getByLabel("Template name").fill(name);
    await creating.getByLabel("Subject").fill("For {{client_name}}");
    await creating.getByLabel("Body").fill("Until {{event_date}}, {{nobody_knows}}");
    await expect(creating.getByText("Unknown: {{nobody_knows}}")).toBeVisible();
    await creating.getByRole("button", { name: "Save Template" }).click();
    await expect(toast(page, "Template created successfully!")).toBeVisible();
    await expect(toast(page, "No record has {{nobody_knows}}; it will be empty.")).toBeVisible();
    await expect(rowOf(page, name)).toContainText("For {{client_name}}");

    await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
    const editing = dialog(page, "Edit Template");
    await editing.getByLabel("Body").fill("Until {{event_date}}.");
    await editing.getByRole("button", { name: "Save Template" }).click();
    await expect(toast(page, "Template updated successfully!")).toBeVisible();
    await expect(rowOf(page, name)).not.toContainText("Unknown");

    await page.goto(`/admin/quotes/${quote.id}`);
    await hydrated(page);
    await page.getByRole("button", { name: "Compose Email" }).click();
    const composer = dialog(page, "Compose Email");
    await expect(composer.getByLabel("Subject")).toHaveValue(
      "Regarding your quote for Garden reception",
    );
    await composer.getByLabel("Template").selectOption(name);
    await expect(composer.getByLabel("Subject")).toHaveValue("For {{client_name}}");
    await expect(composer.getByRole("region", { name: "Preview" })).toContainText(
      `For ${quote.clientName}`,
    );
    await expect(composer.getByRole("region", { name: "Preview" })).toContainText(
      "Until Thursday, 20 June 2030.",
    );
    await composer.getByLabel("Template").selectOption("None");
    await expect(composer.getByLabel("Subject")).toHaveValue(
      "Regarding your quote for Garden reception",
    );
    await expect(composer.getByLabel("Body")).toHaveValue("");

    await page.goto("/admin/email-templates");
    await hydrated(page);
    await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Confirm Delete" }).click();
    await expect(toast(page, "Template deleted successfully!")).toBeVisible();
    await page.goto("/admin/deleted");
    await hydrated(page);
    await page.getByRole("button", { name: `Restore Template ${name}` }).click();
    await expect(toast(page, "The template is back.")).toBeVisible();
    await page.goto("/admin/activity");
    await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toContainText(
      `${e2eOwner.email} restored the template ${name}`,
    );
  });

  test("the dashboard has its figures, its links and the latest quotes", async ({ page }) => {
    await page.goto("/admin");
    const main = page.getByRole("main");
    for (const [name, line] of [
      ["Total Invoices", "All accepted quotes"],
      ["Total Revenue", /^[+−]A\$[\d,]+\.\d\d \([+−]\d+%\) since last month$/],
      ["Active Users", "Currently logged in"],
    ] as const) {
      const card = main
        .locator("dl > div")
        .filter({ has: page.getByRole("term").filter({ hasText: name }) });
      await expect(card.getByRole("definition").last()).toHaveText(line);
    }
    await expect(
      main.locator("dl > div").filter({ hasText: "Active Users" }).getByRole("definition").first(),
    ).toHaveText(/^[1-9]\d*$/);
    const table = main.getByRole("table").first();
    await expect(table.getByRole("columnheader")).toHaveText([
      "Client Name",
      "Quote Type",
      "Event Date",
      "Amount",
      "Accepted On",
    ]);
    await expect(table.getByRole("row").nth(1).getByRole("cell").last()).toHaveText(
      /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/,
    );
    await expect(table.getByRole("link").first()).toHaveAttribute(
      "href",
      /^\/admin\/quotes\/[\da-f-]{36}$/,
    );
    await expect(main.getByRole("heading", { name: "Quick Actions" })).toBeVisible();
    await main.getByText("The figures").click();
    await expect(
      main.getByRole("table", { name: "Revenue by month" }).getByRole("row"),
    ).toHaveCount(13);
    await expectAccessible(page);
    await main.getByRole("link", { name: "View All Quotes" }).click();
    await expect(page).toHaveURL("/admin/quotes");
  });

  test("every list says so when there is nothing in it", async ({
    page,
    context,
    guard,
    emptyInstallation,
  }) => {
    const { site, ownerCookies } = emptyInstallation;
    guard.alsoOurs(site.url);
    await context.addCookies(ownerCookies);
    for (const [path, words] of [
      ["/admin/ameb-bookings", "No AMEB bookings found yet."],
      ["/admin/email-templates", "No email templates found yet. Create one!"],
      ["/admin/sent-mail", "No letters have been written yet."],
      ["/admin/deleted", "Nothing was deleted in the last 30 days."],
      ["/admin/activity", "Nothing has been changed yet."],
      ["/admin/clients/nobody@nowhere.example", "Nothing has happened with this address yet."],
      ["/admin/ameb-bookings?q=nobody", "Nothing matches."],
    ] as const) {
      await page.goto(site.url + path);
      await expect(page.getByRole("main").getByText(words)).toBeVisible();
    }
    await expectAccessible(page);
  });
});

test("a status that cannot be saved is taken back, with a message", async ({ page, guard }) => {
  guard.expectConsole(/net::ERR_FAILED|Failed to update status/);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await hydrated(page);
  await page.route("**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await rowOf(page, family.name).getByRole("combobox").selectOption("Cancelled");
  await expect(toast(page, "Failed to update status.")).toBeVisible();
  await expect(rowOf(page, family.name).getByRole("combobox")).toHaveValue("pending");
});

test("of two tabs the later one is told, on a booking and on a template, and loses nothing that was typed", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 409/);
  const family = await sendEnquiry(page);
  const stale = await context.newPage();
  for (const tab of [page, stale]) {
    await tab.goto("/admin/ameb-bookings");
    await hydrated(tab);
  }
  await rowOf(page, family.name).getByRole("combobox").selectOption("Booked");
  await expect(toast(page, "Status updated successfully!")).toBeVisible();
  await rowOf(stale, family.name).getByRole("combobox").selectOption("Cancelled");
  await expect(
    toast(stale, "Failed to update status. Another tab had set it to Booked meanwhile."),
  ).toBeVisible();
  await expect(rowOf(stale, family.name).getByRole("combobox")).toHaveValue("booked");

  const name = `Raced ${Date.now()}`;
  await page.goto("/admin/email-templates?new=yes");
  await hydrated(page);
  for (const [label, words] of [
    ["Template name", name],
    ["Subject", "S"],
    ["Body", "B"],
  ] as const)
    await dialog(page, "Create New Template").getByLabel(label).fill(words);
  await page.getByRole("button", { name: "Save Template" }).click();
  await expect(toast(page, "Template created successfully!")).toBeVisible();
  for (const tab of [page, stale]) {
    await tab.goto("/admin/email-templates");
    await hydrated(tab);
    await rowOf(tab, name).getByRole("button", { name: "Edit" }).click();
    await dialog(tab, "Edit Template")
      .getByLabel("Body")
      .fill(tab === page ? "First" : "Second");
  }
  await page.getByRole("button", { name: "Save Template" }).click();
  await expect(toast(page, "Template updated successfully!")).toBeVisible();
  await stale.getByRole("button", { name: "Save Template" }).click();
  await expect(dialog(stale, "Edit Template").getByRole("alert")).toContainText(
    "Failed to save template: another tab changed it meanwhile.",
  );
  await expect(dialog(stale, "Edit Template").getByLabel("Body")).toHaveValue("Second");
});

test("a letter whose button is pressed twice leaves once", async ({ page }) => {
  await page.setViewportSize(desk);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await hydrated(page);
  await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
  const composer = dialog(page, "Compose Email");
  await expect(composer.getByLabel("Body")).toBeFocused();
  await composer.getByLabel("Subject").fill(`Once to ${family.name}`);
  await composer.getByLabel("Body").fill("Dear {{student_parent_name}}");
  await composer.getByRole("button", { name: "Send Email" }).dblclick();
  await expect(toast(page, "Email sent successfully!")).toBeVisible();
  await page.goto(`/admin/sent-mail?q=${encodeURIComponent(`once ${family.name}`)}`);
  await expect(page.getByText("1 email", { exact: false })).toBeVisible();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a booking is answered, deleted after its question, and taken back", async ({ page }) => {
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    await rowOf(page, family.name).getByRole("button", { name: "Reply" }).click();
    await page.getByLabel("Body").fill("Dear {{student_parent_name}}");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("region", { name: "Preview" })).toContainText(
      `Dear ${family.name}`,
    );
    await page.getByRole("button", { name: "Send Email" }).click();
    await expect(page.getByText("Email sent successfully!")).toBeVisible();

    await page.goto("/admin/ameb-bookings");
    await rowOf(page, family.name).getByRole("button", { name: "Delete" }).click();
    await expect(
      page.getByText(
        "Are you sure you want to delete this AMEB booking? This action cannot be undone.",
      ),
    ).toBeVisible();
    await expect(rowOf(page, family.name)).toBeVisible();
    await page.getByRole("button", { name: "Confirm Delete" }).click();
    await expect(page.getByText("Booking deleted successfully!")).toBeVisible();
    await expect(rowOf(page, family.name)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, family.name)).toBeVisible();
  });
});

test("a letter is seen as it was sent", async ({ page, context, installation }) => {
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
  await expectAccessible(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "View as Sent" }).click();
  await expect(
    (await opened).getByRole("heading", { name: "Thank you for your enquiry" }),
  ).toBeVisible();
});

test("exam days are in the owner's own calendar, by an address that is shown once", async ({
  page,
}) => {
  const family = await sendEnquiry(page);
  await page.goto("/admin/calendar");
  await page.getByRole("button", { name: "Make a New Address" }).click();
  const address = await page.getByLabel("The address, shown this once").inputValue();
  await expectAccessible(page);
  const feed = await page.request.get(address);
  expect([feed.status(), feed.headers()["content-type"]]).toEqual([
    200,
    "text/calendar; charset=utf-8",
  ]);
  expect((await feed.text()).replaceAll("\r\n ", "")).toMatch(
    new RegExp(
      `DTSTART;TZID=Australia/Melbourne:${examDate.replaceAll("-", "")}T104000[\\s\\S]*${family.name}`,
    ),
  );
  const another = address.replace(/(.)\.ics$/, (_, last) => (last === "_" ? "-.ics" : "_.ics"));
  expect((await page.request.get(another)).status()).toBe(404);
});
