import { twoHalves } from "#tests/support/pictures.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, hydrated, test as base, withAndWithoutScripts } from "./support/fixtures.ts";
import { type Installation, openInstallation } from "./support/installation.ts";

/* The owner uploads a photograph and crops it, with the keyboard alone. */

const path = "/admin/site/pictures";

const test = base.extend<object, { installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const installation = await openInstallation("no rows");
      await use(installation);
      await installation.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

withAndWithoutScripts((scripts) => {
  test("a photograph is uploaded, refused as HEIC, and cropped around another point", async ({
    page,
    signInAsOwner,
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    await signInAsOwner();
    await page.goto(path);
    if (scripts) await hydrated(page);
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    const send = async (name: string, buffer: Buffer) => {
      await page
        .getByLabel("Photo", { exact: true })
        .setInputFiles({ name, mimeType: "image/jpeg", buffer });
      await page.getByRole("button", { name: "Upload", exact: true }).press("Enter");
    };
    await send("me.heic", heic);
    await expect(page.getByText("This is a HEIC photo. Please export it as JPEG.")).toBeVisible();
    await send(
      "me.jpg",
      await twoHalves(scripts ? 400 : 410, 900)
        .jpeg()
        .toBuffer(),
    );
    const pictures = page.getByRole("listitem").filter({ hasText: "me.jpg" });
    await expect(pictures.first()).toBeVisible();
    const before = await pictures.count();
    if (scripts) await expect(pictures.first().getByRole("img")).toBeVisible({ timeout: 20_000 });
    await pictures.first().getByText("Change the crop").press("Enter");
    await pictures.first().getByLabel("Top to bottom").press("Home");
    if (scripts) await expectAccessible(page);
    await pictures.first().getByRole("button", { name: "Crop around this point" }).press("Enter");
    await expect(pictures).toHaveCount(before + 1);
    await expect(pictures.first().getByLabel("Top to bottom")).toHaveValue("0");
  });
});
