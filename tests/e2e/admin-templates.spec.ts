import { dialog, rowOf } from "./support/admin-page.ts";
import { expect, phone, test, openHydrated } from "./support/fixtures.ts";
import { toastWith } from "./support/toasts.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test.use({ viewport: phone });

test("a template is created, with its mistakes named, changed, deleted and restored", async ({
  page,
  quote,
}) => {
  const name = `Thanks ${Date.now()}`;
  await openHydrated(page, "/admin/email-templates");
  await page.getByRole("button", { name: "Create New Template" }).click();
  const creating = dialog(page, "Create New Template");
  await creating.getByRole("button", { name: "Save Template" }).click();
  for (const message of ["Template name is required.", "Subject is required.", "Body is required."])
    await expect(creating.getByText(message)).toBeVisible();
  await creating.getByLabel("Template name").fill(name);
  await creating.getByLabel("Subject").fill("For {{client_name}}");
  await creating.getByLabel("Message").fill("Until {{event_date}}, {{nobody_knows}}");
  await expect(creating.getByText("“nobody_knows” can't be filled in.")).toBeVisible();
  const marked = creating.locator("form mark");
  await expect(marked).toHaveText(["{{client_name}}", "{{event_date}}"]);
  // On a phone the preview takes the form's place, until the template is saved.
  await creating.getByRole("button", { name: "Preview" }).click();
  await expect(creating.getByRole("region", { name: "Preview" })).toContainText("Until ");
  await expect(creating.getByLabel("Message")).toBeHidden();
  await creating.getByRole("button", { name: "Save Template" }).click();
  await expect(toastWith(page, "Template created successfully!")).toBeVisible();
  await expect(toastWith(page, "“nobody_knows” can't be filled in.")).toBeVisible();
  await expect(rowOf(page, name)).toContainText("For Client name");

  await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
  const editing = dialog(page, "Edit Template");
  await editing.getByLabel("Message").fill("Until {{event_date}}.");
  await editing.getByRole("button", { name: "Save Template" }).click();
  await expect(toastWith(page, "Template updated successfully!")).toBeVisible();
  await expect(rowOf(page, name)).not.toContainText("can't be filled in");

  await openHydrated(page, `/admin/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Compose Email" }).click();
  const composer = dialog(page, "Compose Email");
  await expect(composer.getByLabel("Subject")).toHaveValue(
    "Regarding your quote for Garden reception",
  );
  await composer.getByLabel("Template").selectOption(name);
  await expect(composer.getByLabel("Subject")).toHaveValue("For {{Client name}}");
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
  await expect(composer.getByLabel("Message")).toHaveValue(/^Hi \S+,\n\n\n\nWarmly,\n/);

  await openHydrated(page, "/admin/email-templates");
  await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Confirm Delete" }).click();
  await expect(toastWith(page, "Template deleted successfully!")).toBeVisible();
  await openHydrated(page, "/admin/deleted");
  await page.getByRole("button", { name: `Restore Template ${name}` }).click();
  await expect(toastWith(page, "Template restored.")).toBeVisible();
  await page.goto("/admin/activity");
  await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toContainText(
    `You restored the template ${name}`,
  );
});
