import { expect } from "vitest";
import { send } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";

const addresses = ["/letters", "/letters/spring", "/letters/feed.atom"];

sharedSiteTest(
  "the archive is hidden until the first newsletter is sent, then made of files",
  async ({ shared: { site, store } }) => {
    const get = (path: string) => send(site.url, path);
    const statuses = async () => Promise.all(addresses.map(async (one) => (await get(one)).status));
    await store.query(`insert into mailings (state, subject, body, slug, sends_at, settled_at)
      values ('sending', 'Spring & piano', E'Hello\\n\\n# Friday\\n\\n[Come](/about)', 'spring',
        '2026-10-03T22:00:00Z', now())`);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await get("/sitemap.xml")).text).not.toContain("/letters");

    await store.query("update mailings set state = 'sent'");
    // Files have an ETag; a page that is rendered has none.
    await expect
      .poll(async () => (await get("/letters/spring")).headers.etag, { timeout: 15_000 })
      .toBeDefined();
    const letter = await get("/letters/spring");
    expect(letter.text).toMatch(/<h1[^>]*>Spring &amp; piano<\/h1>/);
    expect(letter.text).toContain("Sunday, 4 October 2026");
    expect(letter.text).not.toMatch(/<script[^>]+src=|modulepreload/);
    const feed = await get("/letters/feed.atom");
    expect(feed.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    expect(feed.text).toContain("<title>Spring &amp; piano</title>");
    expect(feed.text).toContain(`<link href="${site.url}/letters/spring"/>`);
    expect(feed.text).toContain("<updated>2026-10-03T22:00:00.000Z</updated>");
    for (const path of ["/letters", "/letters/spring"])
      expect((await get("/sitemap.xml")).text).toContain(`<loc>${site.url}${path}</loc>`);
    expect((await get("/about")).text).toContain('href="/letters"');

    await store.query("update mailings set in_archive = false");
    await expect.poll(statuses, { timeout: 15_000 }).toEqual([404, 404, 404]);
  },
);
