import {
  colourAt,
  isBlue,
  isRed,
  metadataIn,
  sidewaysPhoto,
  twoHalves,
} from "#tests/support/pictures.ts";
import { expect, ownerTest as test } from "./support/fixtures.ts";
import { button, openEditor, preview, publishForm, untilPublic } from "./support/site-editor.ts";

/* The owner uploads a photograph for a page, and crops it. */

const path = "/admin/site/pictures";

test.describe("in the form of a page", () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  test.beforeEach(({ signInAsOwner }) => signInAsOwner());

  test("the headshot becomes a phone photograph taken sideways, upright for visitors", async ({
    page,
  }) => {
    await openEditor(page, "home");
    const portrait = page.getByRole("group", { name: "Portrait" });
    const choice = portrait.getByLabel("Which one");
    await expect(choice).toHaveValue("headshot");
    const name = "IMG_2041.jpg";
    const buffer = await sidewaysPhoto(1200, 1500);
    await portrait
      .getByLabel("Upload a photo")
      .setInputFiles({ name, mimeType: "image/jpeg", buffer });
    await expect(choice.locator("option:checked")).toHaveText(name);
    const id = await choice.inputValue();
    await expect(preview(page).locator(`img[src*="${id}"]`)).toBeVisible();
    await expect(portrait.getByText("Does it still fit?")).toBeVisible();
    await portrait.getByLabel("What it shows").fill("Imogen in a red and blue shirt");

    await publishForm(page);
    await untilPublic(page, "/", id);
    const html = await (await page.request.get("/")).text();
    expect(html).toContain("Imogen in a red and blue shirt");
    expect(html).not.toContain("headshot");
    const [src] = /\/media\/[\w-]+\.webp/.exec(html)!;
    const file = await page.request.get(src);
    expect(file.headers()["content-type"]).toBe("image/webp");
    const picture = await file.body();
    expect([isRed(await colourAt(picture, 0.2)), isBlue(await colourAt(picture, 0.8))]).toEqual([
      true,
      true,
    ]);
    expect(metadataIn(picture)).toEqual([]);
  });

  test("a photo uploaded for another place is cropped for shared links, as JPEG", async ({
    page,
    installation,
  }) => {
    const { url } = installation.site;
    const buffer = await twoHalves(1500, 1200).jpeg().toBuffer();
    const file = { name: "stage.jpg", mimeType: "image/jpeg", buffer };
    const sent = await page.request.post(path, {
      headers: { Accept: "application/json", Origin: url },
      multipart: { shape: "landscape", focusX: "50", focusY: "0", file },
    });
    const { id: source } = (await sent.json()) as { id: string };
    const stateOf = async () =>
      ((await (await page.request.get(`${path}/${source}`)).json()) as { state: string }).state;
    await expect.poll(stateOf).toBe("ready");

    await openEditor(page, "titles");
    const shared = page.getByRole("group", { name: "Picture when shared (Home and Privacy)" });
    const choice = shared.getByLabel("Which one");
    await expect(choice).toHaveValue("share/home");
    await shared.getByLabel("Or crop one of your other photos").selectOption("stage.jpg");
    await button(page, "Crop it").first().press("Enter");
    await expect(choice.locator("option:checked")).toHaveText("stage.jpg");
    const id = await choice.inputValue();
    const shown = shared.locator(`img[src="/media/${id}-1200.jpg"]`);
    const { width, height } = (await shown.boundingBox())!;
    expect(width / height).toBeCloseTo(1200 / 630, 1);
    await expect(shared.getByLabel("What it shows")).toBeHidden();
    await shared.getByLabel("Decoration only, nothing to describe").uncheck();
    await expect(shared.getByLabel("What it shows")).toBeVisible();
    const got = await page.request.get(`/media/${id}-1200.jpg`);
    expect(got.headers()["content-type"]).toBe("image/jpeg");
    // Cropped around the centre it would be blue there.
    expect(isRed(await colourAt(await got.body(), 0.6))).toBe(true);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("a photo is uploaded on a page of its own, which leads back with it", async ({ page }) => {
      await page.goto("/admin/site/director");
      const heading = page.getByLabel("Heading").first();
      await heading.fill("Typed before the photo");
      await button(page, "Save draft and upload a photo").click();
      await expect(page).toHaveURL(/\/admin\/site\/pictures\?/);
      const buffer = await twoHalves(900, 600).jpeg().toBuffer();
      await page
        .getByLabel("Photo", { exact: true })
        .setInputFiles({ name: "choir.jpg", mimeType: "image/jpeg", buffer });
      await button(page, "Upload").click();
      const use = page
        .getByRole("listitem")
        .filter({ hasText: "choir.jpg" })
        .getByRole("link", { name: "Use this picture" });
      await expect(async () => {
        await page.reload();
        await expect(use).toBeVisible({ timeout: 300 });
      }).toPass();
      await use.click();
      await expect(page.getByText("Your picture is in the form.")).toBeVisible();
      await expect(heading).toHaveValue("Typed before the photo");
      await expect(page.getByLabel("Which one").locator("option:checked")).toHaveText("choir.jpg");
      await button(page, "Save draft").click();
      await expect(page.getByText("Draft saved. Visitors don't see it yet.")).toBeVisible();
      await expect(page.getByLabel("Which one").locator("option:checked")).toHaveText("choir.jpg");
    });
  });
});
