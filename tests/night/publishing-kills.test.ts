import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { wordsOf } from "#app/content/state.server.ts";
import { root } from "#app/server/root.server.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { freePort } from "#tests/support/postgres.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { randomFrom } from "#tests/support/random.ts";
import { postForm, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds } from "#tests/support/store.ts";

/*
 * The process is killed as by a power cut, again and again, while the owner puts another name back,
 * which every page says. Afterwards all pages say the same one.
 */

/** On each database. */
const kills = Number(process.env.KILLS ?? 12);
/** In milliseconds; a publication takes about one second. */
const longest = 1_200;

const email = "owner@example.com";
const fatal = ['insert into "site_documents"', 'insert into "site_publications"'];
const preload = pathToFileURL(join(root, "tests/support/kill-at.ts")).href;

/** The names that the pages say, each once. */
async function namesOn(site: Site): Promise<string[]> {
  const pages = await Promise.all(allPages.map(({ path }) => send(site.url, path)));
  return [...new Set(pages.map(({ text }) => /Name \d/.exec(text)?.[0] ?? "none"))];
}

/** In milliseconds after the request, with its answer, or before a statement of its own. */
type Moment = number | "answered" | "itself";

async function publishUntilKilled(
  site: Site,
  cookies: string,
  publication: string,
  moment: Moment,
): Promise<boolean> {
  const form = { intent: "put-back", publication };
  const answering = postForm(site.url, "/admin/site/history", form, { Cookie: cookies });
  if (typeof moment === "number") setTimeout(() => void site.kill(), moment);
  // No answer, or half of one: the owner has not been promised anything.
  const isAcknowledged = await answering.then(
    ({ status }) => status === 200,
    () => false,
  );
  if (moment === "answered") await site.kill();
  await site.ended;
  return isAcknowledged;
}

test.concurrent.for(databaseKinds)(
  "a site on %s killed while it publishes shows all pages before or after",
  { timeout: 900_000 },
  async (kind, { onTestFailed, onTestFinished }) => {
    const seed = Number(process.env.SEED ?? Date.now() % 0xffffffff);
    onTestFailed(() => console.log(`To kill at the same moments again: SEED=${seed}`));
    const random = randomFrom(seed);
    const store = await createStore(kind);
    onTestFinished(store.remove);
    await addOwner(store, email);
    const settings = { ...store.settings, PORT: String(await freePort()) };

    const names = ["Name 1", "Name 2"];
    await store.withConnection(async (query) => {
      for (const brand of names)
        await storePublished(query, "site", { ...wordsOf({}).site, brand });
    });

    const published: boolean[] = [];
    let [before, possible] = ["Name 2", ["Name 2"]];
    let cookies = "";
    // Each start shows what the kill before it has left.
    for (let round = 0; round <= kills; round++) {
      const ownMoments: Moment[] = [random() * longest, "answered", "itself"];
      const moment = ownMoments[round % (kind === "embedded" ? 3 : 2)]!;
      const site = await startSite(store.dataDir, {
        ...settings,
        ...(moment === "itself" && {
          KILL_AT: fatal[Math.floor(round / 3) % fatal.length]!,
          NODE_OPTIONS: [store.settings.NODE_OPTIONS, `--import=${preload}`].join(" "),
        }),
      });
      onTestFinished(site.kill);
      const [shown, ...others] = await namesOn(site);
      expect(others).toEqual([]);
      expect(possible).toContain(shown);
      if (round > 0) published.push(shown !== before);
      before = shown!;
      if (round === kills) break;

      cookies ||= await signInForCookies(site, email);
      const other = names.find((name) => name !== before);
      const publication = String(names.indexOf(other!) + 1);
      const isAcknowledged = await publishUntilKilled(site, cookies, publication, moment);
      possible = isAcknowledged ? [other!] : names;
      await store.untilIdle();
    }
    const afterwards = published.filter(Boolean).length;
    expect(afterwards).toBeGreaterThan(0);
    console.log(
      `${kind}: ${kills} kills, ${afterwards} after the publication, ${kills - afterwards} before`,
    );
  },
);
