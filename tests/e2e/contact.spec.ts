import type { Page } from "@playwright/test";
import { content } from "#app/content/content.ts";
import { expect, hydrated, phone, test, openAndMove } from "./support/fixtures.ts";
import { breakPosts, holdRequests, postsOnly, scriptsOnly } from "./support/guard.ts";
import { from, e2eOwner } from "./support/installation.ts";
import { toastWith } from "./support/toasts.ts";

const { site } = content();

/* From a visitor's message to the owner's email and inbox. */

let messages = 0;
/** A message that no other test sends. */
function aMessage() {
  const mark = `${process.pid}-${++messages}`;
  return {
    name: `Ada Visitor ${mark}`,
    email: `ada-${mark}@visitor.example`,
    message: `My breath runs out <before> the second verse.\n\nMay we start soon? (${mark})`,
  };
}

type Fields = ReturnType<typeof aMessage>;

const field = (page: Page, label: string) =>
  page.getByRole("main").getByLabel(label, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" });

async function fill(page: Page, { name, email, message }: Fields): Promise<void> {
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Message").fill(message);
}

async function expectValues(page: Page, { name, email, message }: Fields): Promise<void> {
  await expect(field(page, "Name")).toHaveValue(name);
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "Message")).toHaveValue(message);
}

const mistakes = {
  Name: "Name must be at least 2 characters.",
  Email: "Please enter a valid email address.",
  Message: "Message must be at least 10 characters.",
} as const;
const labels = ["Name", "Email", "Message"] as const;
const wrong: Fields = { name: " A ", email: "ada@visitor", message: "Too short" };

test.use({ viewport: phone });

test("a mistake is told on leaving its field or on sending, each click counts, and toasts tell what is sent", async ({
  page,
  guard,
}) => {
  await openAndMove(page, "/");
  const email = field(page, "Email");
  // Passing through an empty field is not a mistake yet.
  await email.focus();
  await email.blur();
  await expect(email).not.toHaveAttribute("aria-invalid");
  await email.fill("ada@");
  await email.blur();
  await expect(email).toHaveAccessibleDescription(mistakes.Email);
  await email.fill("ada@visitor.example");
  await email.blur();
  await expect(email).not.toHaveAttribute("aria-invalid");

  await fill(page, wrong);
  await send(page).click();
  for (const label of labels) {
    await expect(field(page, label)).toHaveAccessibleDescription(mistakes[label]);
    await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(page, "Name")).toBeFocused();
  await expectValues(page, wrong);
  // What the application itself begins with aside.
  const asked = guard.requests.filter(({ kind }) => kind === "fetch");
  expect(asked.filter(({ path }) => !/^\/(form-token$|content\/)/.test(path))).toEqual([]);

  const message = aMessage();
  await fill(page, { ...message, email: "ada@" });
  await email.blur();
  await expect(email).toHaveAccessibleDescription(mistakes.Email);
  await email.fill(message.email);
  const post = await holdRequests(page, postsOnly);
  // Pressing the button leaves the field: nothing may move from under the finger.
  await send(page).click();
  await expect(toastWith(page, "Sending your message...")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await post.release();
  await expect(toastWith(page, "Your message has been sent!")).toBeVisible();
  await expect(toastWith(page, `${site.firstName} will get back to you shortly.`)).toBeVisible();
  await expect(toastWith(page, "Sending your message...")).toBeHidden();
  await expect(send(page)).toBeEnabled();
  await expectValues(page, { name: "", email: "", message: "" });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a summary of the mistakes leads to their fields, and a message reaches the owner", async ({
    page,
    guard,
    installation,
    signInAsOwner,
  }) => {
    guard.expectConsole(/status of 422/);
    await page.goto("/");
    await fill(page, wrong);
    await send(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary.getByRole("link")).toHaveText(Object.values(mistakes));
    await summary.getByRole("link", { name: mistakes.Email }).click();
    await expect(page).toHaveURL(/#email$/);
    await expect(field(page, "Email")).toBeInViewport();
    for (const label of labels) {
      await expect(field(page, label)).toHaveAccessibleDescription(mistakes[label]);
      await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
    }
    await expectValues(page, wrong);

    const message = aMessage();
    await fill(page, message);
    await send(page).click();
    const main = page.getByRole("main");
    await expect(main.getByText("Your message has been sent!")).toBeVisible();
    await expect(main.getByText(`${site.firstName} will get back to you shortly.`)).toBeVisible();
    await expectValues(page, { name: "", email: "", message: "" });
    const isOurs = ({ replyTo }: { replyTo?: { address?: string | undefined }[] | undefined }) =>
      replyTo?.[0]?.address === message.email;
    const emails = await installation.mail.waitUntil((all) =>
      all.some(isOurs) ? null : "The email did not arrive.",
    );
    expect(emails.filter(isOurs)).toHaveLength(1);
    expect(emails.find(isOurs)).toMatchObject({
      from,
      envelopeTo: [e2eOwner.email],
      subject: `Message from ${message.name}`,
    });

    await signInAsOwner();
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: message.name }).click();
    const received = page.getByRole("article", { name: message.name });
    await expect(received).toContainText(message.message);
    await expect(received.getByText("New", { exact: true })).toBeVisible();
  });
});

test("a message that cannot be stored says why, stays in the form, and can be sent again", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 503|Failed to send message\./);
  await openAndMove(page, "/");
  const message = aMessage();
  const { restore } = await breakPosts(page, "refused");
  await fill(page, message);
  await send(page).click();
  await expect(toastWith(page, "Failed to send message.")).toBeVisible();
  const advice = `Please try again later or contact directly via email. ${site.email}`;
  await expect(toastWith(page, advice)).toBeVisible();
  const said = page.getByRole("main").getByRole("alert");
  await expect(said).toContainText(advice);
  await expect(said).toBeFocused();
  await expect(said).toBeInViewport();
  await expectValues(page, message);
  await restore();
  await send(page).click();
  await expect(toastWith(page, "Your message has been sent!")).toBeVisible();
  await expect(page.getByText("Failed to send message.")).toHaveCount(0);
  await expectValues(page, { name: "", email: "", message: "" });
});

test("text typed before hydration is still there afterwards", async ({ page }) => {
  const scripts = await holdRequests(page, scriptsOnly);
  const message = aMessage();
  await page.goto("/");
  await fill(page, message);
  await scripts.release();
  await hydrated(page);
  await expectValues(page, message);
});

test("a message sent before hydration is sent all the same", async ({ page }) => {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto("/");
  await fill(page, aMessage());
  await send(page).click();
  await expect(page.getByRole("main").getByText("Your message has been sent!")).toBeInViewport();
  await scripts.release();
  await expectValues(page, { name: "", email: "", message: "" });
});
