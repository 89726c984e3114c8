import { expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { armedPdf, encryptedPdf, pdfOf } from "#tests/support/sheet-music.ts";
import { upload } from "#tests/support/uploads.ts";

const page = "/music-director-pianist";

const uploadCv = (admin: AdminSite, content: Buffer, cookies = admin.owner) =>
  upload(admin, [content], {
    to: "/admin/site/cv",
    fields: { intent: "upload" },
    name: "clara cv.pdf",
    accept: "text/html",
    cookies,
  });

sharedSiteTest(
  "her CV is offered on its page, without what ran in it, and goes with it",
  async ({ shared }) => {
    const admin = adminOf(shared);
    const read = (path: string) => send(admin.site.url, path);
    const button = async () => /Download my CV[^<]*/.exec((await read(page)).text)?.[0];
    expect((await read("/cv.pdf")).status).toBe(404);

    const locked = await uploadCv(admin, await encryptedPdf());
    expect([locked.status, visibleText(locked.text)]).toEqual([
      422,
      expect.stringContaining("This PDF is locked with a password."),
    ]);
    expect((await uploadCv(admin, await pdfOf(1), admin.stranger)).status).toBe(400);
    expect((await read("/cv.pdf")).status).toBe(404);

    expect((await uploadCv(admin, await armedPdf())).status).toBe(200);
    await expect.poll(button).toMatch(/^Download my CV \(PDF, \d+\sKB\)/);
    const { status, headers, body } = await read("/cv.pdf");
    expect([status, headers["content-type"], headers["content-disposition"]]).toEqual([
      200,
      "application/pdf",
      'attachment; filename="Imogen Hale CV.pdf"',
    ]);
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(body.toString("latin1")).not.toMatch(/JavaScript|\/Launch|\/URI/);
    expect((await read("/sitemap.xml")).text).not.toContain("cv.pdf");

    await uploadCv(admin, await pdfOf(1, "Newer"));
    await expect
      .poll(async () => (await readPdf(Uint8Array.from((await read("/cv.pdf")).body))).text)
      .toContain("Newer");

    const usual = siteDocuments.visibility.default;
    const hide = (director: boolean) =>
      admin.store.withConnection((query) =>
        storePublished(query, "visibility", {
          ...usual,
          pages: { ...usual.pages, director: !director },
        }),
      );
    await hide(true);
    await expect.poll(async () => (await read("/cv.pdf")).status).toBe(404);
    await hide(false);
    await expect.poll(async () => (await read("/cv.pdf")).status).toBe(200);

    expect((await admin.post("/admin/site/cv", { intent: "remove" })).status).toBe(200);
    await expect.poll(async () => (await read("/cv.pdf")).status).toBe(404);
    expect(await button()).toBe("Download my CV");
  },
);
