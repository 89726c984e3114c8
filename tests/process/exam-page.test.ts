import { expect, test } from "vitest";
import { formsOf } from "#tests/support/page-forms.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";

/* What a family sees and does by the link of its exam, on the built site and without scripts. */

let site: Site;
let page: string;

sharedSiteTest.beforeAll(async ({ shared }) => {
  site = shared.site;
  const [booking] = await shared.store.query<{ token: string }>(
    `insert into ameb_bookings (student_parent_name, contact_email, exam_board_grade, service_required)
      values ('Mei', 'mei@family.example', 'Grade 5', '{}') returning page_token as token`,
  );
  page = `/exams/${booking!.token}`;
});

test("the link of an exam is a secret", async () => {
  for (const [path, found] of [
    [page, 200],
    ["/exams/none", 404],
  ] as const) {
    const { status, headers } = await send(site.url, path);
    expect(status).toBe(found);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    });
  }
});

test("a family enters the date, and a mistake keeps what was typed", async () => {
  const { text } = await send(site.url, page);
  expect(text).not.toContain("<script src");
  const form = formsOf(page, text).find(({ fields }) => "seen" in fields);
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const typed = { ...form!.fields, examDate: day, examTime: "10:40", examVenue: "x".repeat(101) };
  const refused = await postForm(site.url, page, typed);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Please use at most 100 characters.");
  expect(refused.text).toContain(`value="${day}"`);
  const saved = await postForm(site.url, page, { ...typed, examVenue: "The Hall" });
  expect([saved.status, saved.headers.location]).toEqual([303, `${page}?saved`]);
  const shown = visibleText((await send(site.url, `${page}?saved`)).text);
  expect(shown).toContain("Thank you, I have it now.");
  expect(shown).toContain("10:40 am");
  expect(shown).toContain("The Hall");
  const stale = await postForm(site.url, page, { ...typed, examVenue: "Another hall" });
  expect(stale.status).toBe(409);
});
