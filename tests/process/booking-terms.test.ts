import { expect, test } from "vitest";
import { tokenOfAMinuteAgo } from "#tests/support/form-tokens.ts";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* What a visitor agrees to stands in the form, and what is booked is that or nothing. */

let store: TestStore;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
});

const una = { name: "Una Visitor", email: "una@visitor.example", note: "I sing alto." };

const valueIn = ({ text }: HttpResponse, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!.replaceAll("&quot;", '"');

/** The first free time of a service, with what a browser would send of its form. */
async function openForm(service: string, { url } = site) {
  const week = await send(url, service);
  const path = new RegExp(`href="(${service}/\\d{8}T\\d{4}Z)`).exec(week.text)![1]!;
  const page = await send(url, path);
  const guard = { form_token: tokenOfAMinuteAgo(), form_key: valueIn(page, "form_key") };
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
