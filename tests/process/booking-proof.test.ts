import { expect, test } from "vitest";
import { tokenOfAMinuteAgo } from "#tests/support/form-tokens.ts";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* What a visitor agrees to, what only the email says, and what its link proves. */

let store: TestStore;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
});

const valueIn = ({ text }: HttpResponse, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!.replaceAll("&quot;", '"');

/** The first free time of a service, with what a browser would send of its form. */
async function openForm(service: string, { url } = site) {
  const week = await send(url, service);
  const path = new RegExp(`href="(${service}/\\d{8}T\\d{4}Z)`).exec(week.text)![1]!;
  const page = await send(url, path);
  const guard = { form_token: tokenOfAMinuteAgo(), form_key: valueIn(page, "form_key") };
  const una = { name: "Una Visitor", email: "una@visitor.example", note: "I sing alto." };
  return { path, form: { ...una, ...guard, terms: valueIn(page, "terms") } };
}

test("a page opened before a change says so, keeps what was typed and books the second time", async () => {
  const { path, form } = await openForm("/book/embodiment/45-minutes");
  await store.query(
    `update services set price = 12300, place = 'online'
      where category = 'embodiment' and minutes = 45`,
  );
  const mistyped = await postForm(site.url, path, { ...form, email: "una@" });
  expect([mistyped.status, valueIn(mistyped, "terms")]).toEqual([422, form.terms]);
  const told = await postForm(site.url, path, form);
  expect(told.status).toBe(409);
  expect(visibleText(told.text)).toMatch(
    /This has changed since you opened it\. It was in my studio, .* and is now online, A\$123\. It isn't booked yet/,
  );
  expect(told.text).toContain('value="una@visitor.example"');
  const again = await postForm(site.url, path, { ...form, terms: valueIn(told, "terms") });
  expect(again.status).toBe(303);
  const { text } = await send(site.url, again.headers.location!);
  expect(visibleText(text)).toContain("A$123.00");
});

test("a page of another release books nothing unseen, and shows what it would be now", async () => {
  const { path, form } = await openForm("/book/embodiment/60-minutes");
  const told = await postForm(site.url, path, { ...form, terms: '{"minutes":60}' });
  expect(told.status).toBe(409);
  expect(visibleText(told.text)).toMatch(
    /This has changed since you opened it\. It isn't booked yet/,
  );
  expect(valueIn(told, "terms")).toBe(form.terms);
  expect((await postForm(site.url, path, form)).status).toBe(303);
});

test("a form that is sent again after its booking was cancelled books anew, once", async () => {
  const { path, form } = await openForm("/book/embodiment/30-minutes");
  const first = await postForm(site.url, path, form);
  expect((await postForm(site.url, path, form)).headers).toMatchObject({
    location: first.headers.location,
  });
  await store.query("update diary_entries set state = 'cancelled' where page_token = $1", [
    first.headers.location!.split(/[/?]/)[2],
  ]);
  const again = await Promise.all([1, 2, 3].map(() => postForm(site.url, path, form)));
  const places = new Set(again.map(({ headers }) => headers.location));
  expect([...places]).toEqual([expect.stringMatching(/^\/appointments\/[\w-]{22}\?booked$/)]);
  expect([...places]).not.toContain(first.headers.location);
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
  expect(await book(again, email)).toBe(await emailedPage(email));
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
