import type { Page } from "@playwright/test";
import { content } from "#app/content/content.ts";
import {
  expect,
  hydrateByMoving,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
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

const wrong: { typed: Fields; said: Partial<Record<"Name" | "Email" | "Message", string>> }[] = [
  {
    typed: { name: " A ", email: "ada@visitor", message: "Too short" },
    said: {
      Name: "Name must be at least 2 characters.",
      Email: "Please enter a valid email address.",
      Message: "Message must be at least 10 characters.",
    },
  },
  {
    typed: { name: "Al", email: "ada@visitor.example", message: "x".repeat(501) },
    said: { Message: "Message must not be longer than 500 characters." },
  },
];

test.use({ viewport: phone });

withAndWithoutScripts((scripts) => {
  test("each error is shown beside its field, and what was typed stays", async ({
    page,
    guard,
  }) => {
    if (!scripts) guard.expectConsole(/status of 422/);
    await page.goto("/");
    if (scripts) await hydrateByMoving(page);
    for (const { typed, said } of wrong) {
      await fill(page, typed);
      await send(page).click();
      for (const label of ["Name", "Email", "Message"] as const) {
        const message = said[label];
        const control = field(page, label);
        if (message) {
          await expect(control).toHaveAccessibleDescription(message);
          await expect(control).toHaveAttribute("aria-invalid", "true");
          await expect(page.locator("form p").getByText(message, { exact: true })).toBeVisible();
        } else {
          await expect(control).not.toHaveAttribute("aria-invalid");
        }
      }
      await expectValues(page, typed);
    }
    // What the application itself begins with aside.
    const asked = guard.requests.filter(({ kind }) => kind === "fetch");
    expect(asked.filter(({ path }) => !/^\/(form-token$|content\/)/.test(path))).toEqual([]);
  });

  test("a message reaches the owner by email and in the inbox", async ({
    page,
    installation,
    signInAsOwner,
  }) => {
    const message = aMessage();
    await page.goto("/");
    if (scripts) await hydrateByMoving(page);
    await fill(page, message);
    await send(page).click();
    await expect(page.getByRole("main").getByText("Your message has been sent!")).toBeVisible();
    await expect(
      page.getByRole("main").getByText(`${site.firstName} will get back to you shortly.`),
    ).toBeVisible();
    await expectValues(page, { name: "", email: "", message: "" });

    const isOurs = ({ replyTo }: { replyTo?: { address?: string | undefined }[] | undefined }) =>
      replyTo?.[0]?.address === message.email;
    const emails = await installation.mail.waitUntil((all) =>
      all.some(isOurs) ? null : "The email did not arrive.",
    );
    const arrived = emails.filter(isOurs);
    expect(arrived).toHaveLength(1);
    const [email] = arrived;
    expect(email).toMatchObject({
      from,
      envelopeTo: [e2eOwner.email],
      subject: `Message from ${message.name}`,
      replyTo: [{ address: message.email }],
    });
    for (const line of message.message.split("\n").filter(Boolean)) {
      expect(email!.text).toContain(line);
      expect(email!.html).toContain(line.replace("<before>", "&lt;before&gt;"));
    }
    expect(email!.text).not.toMatch(/<\/?(p|div|table|br)/);

    await signInAsOwner();
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: message.name }).click();
    const received = page.getByRole("article", { name: message.name });
    await expect(received).toContainText(message.message);
    await expect(received.getByRole("link", { name: message.email })).toHaveAttribute(
      "href",
      `mailto:${message.email}`,
    );
    await expect(received.getByText("New", { exact: true })).toBeVisible();
  });
});

test("while a message is sent, a toast says so and the button is busy; then the form is empty", async ({
  page,
}) => {
  await page.goto("/");
  await hydrateByMoving(page);
  const post = await holdRequests(page, postsOnly);
  await fill(page, aMessage());
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

test("a message that cannot be stored says why, stays in the form, and can be sent again", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 503|Failed to send message\./);
  await page.goto("/");
  await hydrateByMoving(page);
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

test("leaving a field shows its error, and correcting it removes the error", async ({ page }) => {
  await page.goto("/");
  await hydrateByMoving(page);
  const email = field(page, "Email");
  // Passing through an empty field is not a mistake yet.
  await email.focus();
  await email.blur();
  await expect(email).not.toHaveAttribute("aria-invalid");
  await email.fill("ada@");
  await email.blur();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address.");
  await email.fill("ada@visitor.example");
  await email.blur();
  await expect(email).not.toHaveAttribute("aria-invalid");
});

test("the click on Send counts even if correcting the last error moves the button", async ({
  page,
}) => {
  await page.goto("/");
  await hydrateByMoving(page);
  const message = aMessage();
  await fill(page, message);
  const email = field(page, "Email");
  await email.fill("ada@");
  await email.blur();
  await expect(email).toHaveAccessibleDescription("Please enter a valid email address.");
  await email.fill(message.email);
  // Pressing the button leaves the field: nothing may move from under the finger.
  await send(page).click();
  await expect(page.getByRole("main").getByText("Your message has been sent!")).toBeVisible();
});

test("sending with mistakes puts the focus on the first of them", async ({ page }) => {
  await page.goto("/");
  await hydrateByMoving(page);
  await field(page, "Name").fill("Ada Visitor");
  await send(page).click();
  await expect(field(page, "Email")).toBeFocused();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a summary of the mistakes leads to their fields", async ({ page, guard }) => {
    guard.expectConsole(/status of 422/);
    await page.goto("/");
    await send(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary.getByRole("link")).toHaveText([
      "Name must be at least 2 characters.",
      "Please enter a valid email address.",
      "Message must be at least 10 characters.",
    ]);
    await summary.getByRole("link", { name: "Please enter a valid email address." }).click();
    await expect(page).toHaveURL(/#email$/);
    await expect(field(page, "Email")).toBeInViewport();
  });
});
