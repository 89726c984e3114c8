import sharp from "sharp";
import { expect, test } from "vitest";
import { boundary, multipart, multipartType } from "#tests/support/multipart.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { sidewaysPhoto } from "#tests/support/pictures.ts";
import {
  armedPdf,
  bombPdf,
  dangerous,
  endlessPdf,
  pdfOf,
  plainly,
} from "#tests/support/sheet-music.ts";
import { residentMemory } from "#tests/support/uploads.ts";
import type { Site } from "#tests/support/site.ts";

/* Sheet music on its way from a family to the owner, on the built site and without scripts. */

let site: Site;
let pages: string[];

sharedSiteTest.beforeAll(async ({ shared }) => {
  site = shared.site;
  const bookings = await shared.store.query<{ token: string }>(
    `insert into ameb_bookings (student_parent_name, contact_email, exam_board_grade, service_required)
      select 'Mei', 'mei@family.example', 'Grade 5', '{}' from generate_series(1, 3)
      returning page_token as token`,
  );
  pages = bookings.map(({ token }) => `/exams/${token}`);
});

type Sent = { content: Buffer; name: string };

async function upload(page: string, files: readonly Sent[], owned = true): Promise<string> {
  const { status, headers } = await send(site.url, page, {
    method: "POST",
    headers: multipartType,
    body: multipart(owned ? { owned: "on" } : {}, files),
  });
  expect([status, headers["cache-control"]]).toEqual([303, "no-store"]);
  return String(headers.location).replace(page, "");
}

const linksOf = async (page: string) =>
  [...(await send(site.url, page)).text.matchAll(/href="(\/exams\/[^"]+\/music\/[^"]+)"/g)].map(
    ([, path]) => path!,
  );

test("a family's music arrives clean, as attachments for its own link only", async () => {
  const [page, other] = [pages[0]!, pages[1]!];
  const files = [
    { content: await armedPdf(), name: "Sonate für Klavier.pdf" },
    { content: await sidewaysPhoto(400, 500), name: "page.jpeg" },
  ];
  expect(await upload(page, files)).toBe("?received#music");
  const shown = visibleText((await send(site.url, `${page}?received`)).text);
  expect(shown).toContain("Thank you, I have your music.");
  expect(shown).toContain("Sonate für Klavier.pdf");
  const [first, second] = await linksOf(page);
  const pdf = await send(site.url, first!);
  expect([pdf.status, pdf.headers]).toMatchObject([
    200,
    {
      "content-type": "application/pdf",
      "content-disposition":
        "attachment; filename=\"Sonate f_r Klavier.pdf\"; filename*=UTF-8''Sonate%20f%C3%BCr%20Klavier.pdf",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  ]);
  expect(await plainly(pdf.body)).not.toMatch(dangerous);
  expect((await readPdf(Uint8Array.from(pdf.body))).text).toContain("Allegro 1");
  const photo = await sharp((await send(site.url, second!)).body).metadata();
  expect([photo.format, photo.width, photo.height, photo.orientation]).toEqual([
    "jpeg",
    400,
    500,
    undefined,
  ]);
  expect((await send(site.url, first!.replace(page, other))).status).toBe(404);
  expect((await postForm(site.url, second!, {})).headers.location).toBe(`${page}?removed#music`);
  expect(await linksOf(page)).toEqual([first]);
});

test("what is no music is refused with what to do, and nothing is kept", async () => {
  const page = pages[1]!;
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const answers = [
    await upload(page, [{ content: Buffer.from("MZ program"), name: "music.pdf" }]),
    await upload(page, [{ content: heic, name: "page.heic" }]),
    await upload(page, [{ content: await pdfOf(61), name: "all.pdf" }]),
    await upload(page, [{ content: Buffer.alloc(10 * 1024 * 1024 + 1, "%PDF-"), name: "a.pdf" }]),
    await upload(page, [{ content: await pdfOf(1), name: "a.pdf" }], false),
    await upload(page, []),
  ];
  expect(answers).toEqual(
    ["other", "heic", "too-many-pages", "too-large", "unowned", "missing"].map(
      (code) => `?refused=${code}#music`,
    ),
  );
  const { text } = await send(site.url, `${page}?refused=heic`);
  expect(visibleText(text)).toContain("choose Most Compatible");
  expect(await linksOf(page)).toEqual([]);
});

test("a bomb and an endless tree are refused while the site answers in bounded memory", async () => {
  const page = pages[2]!;
  const before = residentMemory({ site });
  for (const content of [bombPdf("objects"), endlessPdf()]) {
    const answered = upload(page, [{ content, name: "a.pdf" }]);
    expect((await send(site.url, "/healthz")).status).toBe(200);
    expect(await answered).toBe("?refused=damaged#music");
  }
  expect(residentMemory({ site }) - before).toBeLessThan(64);
});

test("files to an unknown exam are not read", async () => {
  const { status } = await send(site.url, "/exams/AAAAAAAAAAAAAAAAAAAAAA", {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: multipart({ owned: "on" }, [{ content: await pdfOf(1), name: "a.pdf" }]),
  });
  expect(status).toBe(404);
});
