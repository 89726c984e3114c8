import { bookingSteps, crawlAdmin, visitorPages } from "../../scripts/look-pages.ts";
import { loadSamples } from "../../scripts/samples.ts";
import { expect, phone, testOnOwnSite } from "./support/fixtures.ts";
import { smallTargets } from "./support/targets.ts";

const test = testOnOwnSite("no rows", loadSamples);

test.use({ viewport: phone, hasTouch: true, isMobile: true });

test("no page that a finger works on has a target smaller than it", async ({
  page,
  browser,
  installation: { site },
  signInAsOwner,
}) => {
  // Some 130 pages.
  test.setTimeout(300_000);
  const found: string[] = [];
  const look = async (path: string, shown = page) => {
    for (const target of await smallTargets(shown)) found.push(`${path}: ${target}`);
  };
  await signInAsOwner();
  const { publicPaths } = await crawlAdmin(page, site.url, async (path) => {
    // An email is its reader's program's.
    if (!path.endsWith("/as-sent")) await look(path);
  });
  expect(publicPaths.size).toBeGreaterThan(5);

  const visitor = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const clients = await visitor.newPage();
  const paths = [
    ...visitorPages("", publicPaths),
    ...(await bookingSteps(clients, site.url)),
  ].flatMap(({ path, act }) => (act || !isForClients.test(path) ? [] : path));
  for (const path of paths) {
    await clients.goto(site.url + path);
    await look(path, clients);
  }
  await visitor.close();
  expect(found).toEqual([]);
});

/** What a client is sent to, and where somebody signs in or books. */
const isForClients = /^\/(quotes|invoices|appointments|book|login|live-piano-services\/quote)/;
