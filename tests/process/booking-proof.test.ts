import { expect, test } from "vitest";
import { tokenOfAMinuteAgo } from "#tests/support/form-tokens.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* What only the email says, and what its link proves. */

let store: TestStore;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
});

const read = async (path: string) => (await send(site.url, path)).text.replaceAll("&amp;", "&");

/** The first link of a page that a pattern describes. */
async function follow(path: string, to: RegExp): Promise<string> {
  const links = Array.from((await read(path)).matchAll(/href="([^"]*)"/g), ([, link]) => link!);
  return links.find((link) => to.test(link))!;
}

async function book(week: string, email: string): Promise<string> {
  const start = await follow(week, /\d{8}T\d{4}Z/);
  const key = /name="form_key" value="([^"]*)"/.exec(await read(start))![1]!;
  const guard = { form_token: tokenOfAMinuteAgo(), form_key: key };
  const form = { name: "Una Visitor", email, note: "I sing alto.", ...guard };
  const { status, headers } = await postForm(site.url, start, form);
  expect(status).toBe(303);
  return headers.location!.split("?")[0]!;
}

/** The page that the newest email to an address leads to. */
async function emailedPage(email: string): Promise<string> {
  const [sent] = await store.query<{ text: string }>(
    "select text from letters where recipient = $1 order by created_at desc limit 1",
    [email],
  );
  return /\/appointments\/[\w-]{22}/.exec(sent!.text)![0];
}

const views = (page: string) => [
  page,
  `${page}?booked`,
  `${page}.data`,
  `${page}/move`,
  `${page}/move.data`,
  `${page}/cancel`,
  `${page}/cancel.data`,
  `${page}/appointment.ics`,
];

test.each([
  ["studio", "7 Secret Lane, Toorak VIC 3142", "In Toorak; the address is in your email"],
  ["online", "https://meet.example/her-room", "The link is in your email"],
])(
  "the page after posting keeps what the email says of a place: %s",
  async (place, where, said) => {
    await store.query(
      `update services set place = $1, place_details = $2
      where category = 'embodiment' and minutes = 45`,
      [place, where],
    );
    const email = `una@${place}.example`;
    const page = await book("/book/embodiment/45-minutes", email);
    const emailed = await emailedPage(email);
    expect(emailed).not.toBe(page);
    for (const view of views(page)) {
      const text = await read(view);
      expect([view, text.includes(emailed.slice(14))]).toEqual([view, false]);
      expect([view, text.replaceAll("\\", "").includes(where)]).toEqual([view, false]);
    }
    expect(visibleText(await read(page))).toContain(said);
    expect(visibleText(await read(emailed))).toContain(where);
    const file = (await read(`${emailed}/appointment.ics`)).replace(/\r\n /g, "");
    expect(file.replaceAll("\\", "")).toContain(where);
  },
);

test("the emailed link leads on to bookings that are its reader's, in any zone", async () => {
  const email = "una@reader.example";
  const page = await book("/book/embodiment/60-minutes", email);
  expect(await follow(page, /^\/book\/embodiment/)).toBeUndefined();
  const emailed = await emailedPage(email);
  const week = await follow(emailed, /^\/book\/embodiment/);
  expect(await read(`${week}&zone=Europe/London`)).toContain(
    `name="proof" value="${emailed.slice(14)}"`,
  );
  const all = await follow(week, /^\/book\/embodiment\?/);
  const again = await follow(all, /^\/book\/embodiment\/60-minutes/);
  const next = await book(again, email);
  expect(next).toBe(await emailedPage(email));
  expect(await book(again, "another@reader.example")).not.toBe(
    await emailedPage("another@reader.example"),
  );
});

test("a refusal says the same of every address", async () => {
  await store.query(
    `insert into diary_entries (kind, title, starts_at, ends_at, busy_from, busy_until,
        client_name, client_email)
      select 'appointment', 'Lesson', day, day + interval '1 minute', day, day + interval '1 minute',
        'Zoe', 'zoe@visitor.example'
      from generate_series(now() + interval '400 days', now() + interval '410 days', '1 day') day`,
  );
  const start = await follow("/book/embodiment/30-minutes", /\d{8}T\d{4}Z/);
  const form = { name: "Una", email: "zoe@visitor.example", note: "" };
  const { status, text } = await postForm(site.url, start, form);
  expect([status, visibleText(text)]).toEqual([
    409,
    expect.stringContaining("I can't take any more bookings by this form for now."),
  ]);
  expect(visibleText(text)).not.toMatch(/\bahead|already/);
});
