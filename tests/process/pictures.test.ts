import { describe, expect, onTestFinished, test } from "vitest";
import sharp from "sharp";
import { siteDocuments } from "#app/content/documents.ts";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { multipart, multipartType } from "#tests/support/multipart.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { metadataIn, pngOfSize, sidewaysPhoto, twoHalves } from "#tests/support/pictures.ts";
import { openSocket } from "#tests/support/raw-socket.ts";
import { send, visibleText } from "#tests/support/request.ts";
import {
  beginUpload,
  openUploads,
  pictureForm,
  picturesPath,
  pictureState,
  residentMemory,
  upload,
  uploadedFiles,
  uploadHead,
  uploadPicture,
  uploadRefusal,
} from "#tests/support/uploads.ts";

/* How the owner's pictures come in, and what keeps everything else out. */

let admin: AdminSite;
let photo: Buffer;

sharedSiteTest.beforeAll(async ({ shared }) => {
  admin = adminOf(shared);
  photo = await sidewaysPhoto(400, 500);
});

const count = async (table: string) => {
  const [row] = await admin.store.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  );
  return row!.count;
};

describe("a photograph that the owner uploads", () => {
  test("is sent to everybody, upright and without where it was taken", async () => {
    const id = await uploadPicture(admin, photo);
    await expect.poll(() => pictureState(admin, id)).toBe("ready");
    for (const format of ["avif", "webp"]) {
      const file = await send(admin.site.url, `/media/${id}-360.${format}`);
      expect([file.status, file.headers["content-type"], file.headers["cache-control"]]).toEqual([
        200,
        `image/${format}`,
        "private, max-age=31536000, immutable",
      ]);
      expect(file.headers["x-robots-tag"]).toBe("noindex");
      expect(metadataIn(file.body)).toEqual([]);
    }
    const original = await admin.get(`${picturesPath}/${id}/original`);
    expect([original.status, original.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(metadataIn(original.body)).toEqual([]);
    const [stored] = await admin.store.query<{ original: Uint8Array }>(
      "select original from pictures where id = $1",
      [id],
    );
    expect(metadataIn(stored!.original)).toEqual([]);
  });

  test("from a form without scripts leads back to the page, with what came of it", async () => {
    const sent = { accept: "text/html" };
    const taken = await upload(admin, [await twoHalves(500, 500).jpeg().toBuffer()], sent);
    expect([taken.status, taken.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/site\/home\?x=1&picture=[0-9a-f-]{36}$/),
    ]);
    const refused = await upload(admin, [Buffer.from("%PDF-1.7")], sent);
    expect([refused.status, refused.headers.location]).toEqual([
      303,
      "/admin/site/home?x=1&pictureError=pdf",
    ]);
  });

  test("keeps the name of its file only as text", async () => {
    const picture = await twoHalves(460, 500).jpeg().toBuffer();
    const { text } = await upload(admin, [picture], { name: "../../etc/ Ada <b> me\u202e.jpg" });
    const { id } = JSON.parse(text) as { id: string };
    const [row] = await admin.store.query("select file_name from pictures where id = $1", [id]);
    expect(row).toEqual({ file_name: "Ada <b> me.jpg" });
    expect(uploadedFiles(admin)).toEqual([]);
  });

  test("cropped around another point is another picture", async () => {
    const id = await uploadPicture(admin, await twoHalves(400, 900).jpeg().toBuffer());
    const cropped = await admin.post(`${picturesPath}/${id}`, { focusX: "50", focusY: "0" });
    expect(cropped.status).toBe(303);
    const [, other] = /^\/admin\/site\/pictures\?picture=([0-9a-f-]{36})$/.exec(
      cropped.headers.location!,
    )!;
    expect(other).not.toBe(id);
    expect((await admin.get(`${picturesPath}/${other}`)).status).toBe(200);
  });
});

test("the page of all pictures offers them to the page that asked, and says a refusal", async () => {
  const id = await uploadPicture(admin, photo);
  await expect.poll(() => pictureState(admin, id)).toBe("ready");
  const query = "shape=portrait&returnTo=%2Fadmin%2Fsite%2Fhome&pictureError=heic";
  const { text } = await admin.get(`${picturesPath}?${query}`);
  expect(visibleText(text)).toContain("This is a HEIC photo. Please export it as JPEG.");
  expect(text).toContain(`href="/admin/site/home?picture=${id}"`);
  expect(text).toContain(`src="/media/${id}-360.webp"`);
  const foreign = await admin.get(`${picturesPath}?returnTo=https%3A%2F%2Fevil.example`);
  expect(foreign.text).not.toContain('href="https://evil.example');
});

test("a symbol that is uploaded as SVG is the icon of pages and phones, and no script is in it", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>steal()</script>
    <circle cx="4" cy="4" r="3" onload="steal()"/></svg>`;
  const fields = { ...pictureForm, shape: "symbol" };
  const { text } = await upload(admin, [Buffer.from(svg)], { fields });
  const { id } = JSON.parse(text) as { id: string };
  await expect.poll(() => pictureState(admin, id)).toBe("ready");
  const logo = { ...siteDocuments.site.default.logo, symbol: { name: id, alt: "" } };
  await admin.store.withConnection((query) =>
    storePublished(query, "site", { ...siteDocuments.site.default, logo }),
  );
  const read = (path: string) => send(admin.site.url, path);
  await expect
    .poll(async () => (await read("/favicon.svg")).text)
    .toMatch(/<image [^>]*href="data:image\/webp;base64,/);
  expect((await read("/favicon.svg")).text).not.toMatch(/script|steal/);
  const icon = await sharp((await read("/apple-touch-icon.png")).body).metadata();
  expect([icon.format, icon.width, icon.height, icon.hasAlpha]).toEqual(["png", 180, 180, false]);
  const home = (await read("/")).text;
  expect(home).toContain(`<img src="/media/${id}-192.webp" width="32" height="32"`);
  const file = await read(`/media/${id}-192.webp`);
  expect([file.status, file.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
});

test("a picture that is deleted is gone for everybody at once", async () => {
  const id = await uploadPicture(admin, await twoHalves(410, 900).jpeg().toBuffer());
  await expect.poll(() => pictureState(admin, id)).toBe("ready");
  const deleted = await admin.post(`${picturesPath}/${id}`, { intent: "delete" });
  expect(deleted.headers.location).toBe(`${picturesPath}?deleted=yes`);
  const file = await send(admin.site.url, `/media/${id}-360.webp`);
  expect([file.status, file.headers["cache-control"]]).toEqual([410, "no-store"]);
  expect((await admin.get(`${picturesPath}/${id}/original`)).status).toBe(404);
});

test("a picture that another process has just taken off the pages is gone at once too", async () => {
  const id = await uploadPicture(admin, await twoHalves(420, 900).jpeg().toBuffer());
  await expect.poll(() => pictureState(admin, id)).toBe("ready");
  const store = (published: unknown) =>
    admin.store.withConnection((query) => storePublished(query, "director", published));
  const file = () => send(admin.site.url, `/media/${id}-360.webp`);
  await store({ ...siteDocuments.director.default, picture: { name: id, alt: "Me" } });
  await expect.poll(async () => (await file()).headers["cache-control"]).toMatch(/^public/);
  await store(null);
  const deleted = await admin.post(`${picturesPath}/${id}`, { intent: "delete" });
  expect(deleted.headers.location).toBe(`${picturesPath}?deleted=yes`);
  expect((await file()).status).toBe(410);
});

describe("a file of a picture", () => {
  test.each([
    "/media/headshot-360.webp",
    "/media/11111111-1111-4111-8111-111111111111-360.svg",
    "/media/..%2f..%2fetc%2fpasswd",
  ])("that does not exist is not found: %s", async (file) => {
    expect((await send(admin.site.url, file)).status).toBe(404);
  });
});

describe("before a byte of an upload is read", () => {
  /** Only the head is sent: whoever answers has not waited for the body. */
  async function answerToHead(cookies: string, accept: string): Promise<string> {
    const socket = await openSocket(admin.site.url);
    onTestFinished(() => void socket.destroy());
    let said = "";
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.write(uploadHead(cookies, 10_000_000, accept));
    await expect.poll(() => said).toContain("\r\n\r\n");
    return said;
  }
  const answersToHead = (cookies: string) =>
    Promise.all(["text/html", "application/json"].map((as) => answerToHead(cookies, as)));

  test("someone who is not signed in is sent to the login", async () => {
    const [page, data] = await answersToHead("");
    expect(page).toMatch(/^HTTP\/1\.1 302 [\s\S]*Location: \/login\?next=/i);
    expect(data).toMatch(/^HTTP\/1\.1 401 [\s\S]*signed-out/);
  });

  test("someone who is no administrator is refused", async () => {
    const [page, data] = await answersToHead(admin.stranger);
    expect(page).toMatch(/^HTTP\/1\.1 403 /);
    expect(data).toMatch(/^HTTP\/1\.1 403 [\s\S]*forbidden/);
  });

  test("one from another site is refused, whoever sends it", async () => {
    const { status } = await send(admin.site.url, picturesPath, {
      method: "POST",
      headers: { ...multipartType, Cookie: admin.owner, Origin: "https://evil.example" },
      body: multipart(pictureForm, [{ content: photo }]),
    });
    expect(status).toBe(403);
  });

  test("the limit of 64 KB stays for what is no file, and for every other path", async () => {
    const large = "x".repeat(70_000);
    expect((await admin.post(picturesPath, { large })).status).toBe(413);
    for (const to of [`${picturesPath}/${crypto.randomUUID()}`, "/admin/account"])
      expect((await upload(admin, [Buffer.alloc(70_000)], { to })).status).toBe(413);
  });
});

test("twenty megabytes, a drawing, a program and half a picture are refused, and memory stays", async () => {
  const before = residentMemory(admin);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMemory(admin))), 20);
  onTestFinished(() => clearInterval(watch));
  const pictures = await count("pictures");
  const cut = (await sidewaysPhoto(2000, 2500)).subarray(0, 20_000);
  const cases: [string, number, readonly Buffer[]][] = [
    ["too-large", 413, [Buffer.concat([photo, Buffer.alloc(20 * 1024 * 1024)])]],
    ["svg", 422, [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]],
    ["program", 422, [Buffer.concat([Buffer.from("MZ"), Buffer.alloc(1_000_000)])]],
    ["too-many-pixels", 422, [pngOfSize(30_000, 30_000)]],
    ["damaged", 422, [cut]],
    ["empty", 422, [Buffer.alloc(0)]],
    ["several", 422, [photo, photo]],
    ["missing", 422, []],
  ];
  for (const [code, status, contents] of cases)
    expect(await uploadRefusal(admin, contents), code).toMatchObject({ code, status });
  expect(await uploadRefusal(admin, [photo], { fields: { shape: "round" } })).toMatchObject({
    status: 400,
    code: "malformed",
  });
  expect(await count("pictures")).toBe(pictures);
  expect(most - before).toBeLessThan(60);
});

describe("an upload that does not arrive whole", () => {
  test("leaves nothing behind when the client goes, and makes room for the next", async () => {
    const pictures = await count("pictures");
    for (let cut = 0; cut < 3; cut++) {
      const { socket } = await beginUpload(admin, photo, 0.5);
      await expect.poll(() => openUploads(admin)).toBe(1);
      socket.destroy();
      await expect.poll(() => openUploads(admin)).toBe(0);
    }
    expect(uploadedFiles(admin)).toEqual([]);
    expect(await count("pictures")).toBe(pictures);
    await uploadPicture(admin, await twoHalves(470, 500).jpeg().toBuffer());
  });

  test("of a form that ends within the file is refused", async () => {
    const { status, text } = await send(admin.site.url, picturesPath, {
      method: "POST",
      headers: { ...multipartType, Cookie: admin.owner, Accept: "application/json" },
      body: multipart(pictureForm, [{ content: photo }]).subarray(0, -80),
    });
    expect([status, text]).toEqual([400, expect.stringContaining("malformed")]);
  });

  test("makes a third one wait its turn", async () => {
    const [one, other] = [
      await beginUpload(admin, photo, 0.5),
      await beginUpload(admin, photo, 0.5),
    ];
    await expect.poll(() => openUploads(admin)).toBe(2);
    expect(await uploadRefusal(admin, [photo])).toMatchObject({ code: "busy", status: 429 });
    one.socket.destroy();
    other.socket.destroy();
    await expect.poll(() => openUploads(admin)).toBe(0);
    await uploadPicture(admin, photo);
  });
});
