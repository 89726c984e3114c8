import { expect, test } from "vitest";
import { startPath } from "#app/values/start-path.ts";
import { postForm } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { startForTest, storeForTest } from "#tests/support/test-site.ts";

/* Many visitors want one time at once, of two processes: what each is told. */

const DAY = 86_400_000;
/** Midnight of UTC, in which a day is open whatever the clocks of Melbourne show. */
const start = Math.ceil(Date.now() / DAY) * DAY + 10 * DAY;
const rivals = 20;

test("one of many rivals has the time, the others get a 409, and whoever comes next is served", async () => {
  const store = await storeForTest("postgres");
  const always = JSON.stringify(Array.from({ length: 7 }, () => [["00:00", "00:00"]]));
  await store.withConnection(async (query) => {
    await query("insert into opening_hours (week) values ($1)", [always]);
    await query(`insert into services (category, slug, name, minutes, price)
      values ('voice-piano', 'hour', 'Voice and piano', 60, 9500)`);
  });
  const settings = { ...store.settings, TRUST_PROXY: "1" };
  const sites = [
    await startForTest(store.dataDir, settings),
    await startForTest(store.dataDir, settings),
  ];
  let visitors = 0;
  const book = async ({ url }: Site, at: number) => {
    const email = `visitor-${++visitors}@visitor.example`;
    const fields = { name: "Ada Visitor", email, form_key: `the form of ${email}` };
    const path = `/book/voice-piano/hour/${startPath(new Date(at))}`;
    // Each from a network of their own: one may send a few forms only.
    const headers = { "X-Forwarded-For": `10.0.0.${visitors}` };
    return (await postForm(url, path, fields, headers)).status;
  };
  const asked = Array.from({ length: rivals }, (_, rival) => book(sites[rival % 2]!, start));
  const told = (await Promise.all(asked)).toSorted();
  expect(told).toEqual([303, ...Array<number>(rivals - 1).fill(409)]);
  for (const [day, site] of sites.entries())
    expect(await book(site, start + (day + 1) * DAY)).toBe(303);
  for (const site of sites) expect(await site.stop()).toBe(0);
});
