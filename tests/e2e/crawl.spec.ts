import { content } from "../../app/content/content.ts";
import { allPages } from "../../app/content/pages.ts";
import { expect, test } from "./support/fixtures.ts";

const { titles, site } = content();

/* The public site as a search engine walks it, from the home page along every link. */

type Visited = { status: number; html: string; url: string };

const attributes = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g")), ([, value]) =>
    value!.replaceAll("&amp;", "&"),
  );
const between = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";

test.describe("from the home page", () => {
  const visited = new Map<string, Visited>();
  const wanted = new Set<string>();

  test.beforeAll(async ({ installation }) => {
    const home = installation.site.url;
    const queue = ["/"];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (visited.has(path)) continue;
      const response = await fetch(home + path);
      const html = await response.text();
      visited.set(path, { status: response.status, html, url: new URL(response.url).pathname });
      if (/<meta name="robots" content="[^"]*nofollow/.test(html)) continue;
      for (const href of attributes(html.replace(/<(link|script)\b[^>]*>/g, ""), "href")) {
        const target = new URL(href, home + path);
        wanted.add(target.href);
        if (target.origin === home) queue.push(target.pathname);
      }
    }
  });

  test("every public page is reached, and answers with its own title and description", () => {
    for (const { path, key } of allPages) {
      const { title, description } = titles[key];
      const page = visited.get(path);
      expect(page?.status, path).toBe(200);
      expect(between(page!.html, /<title>([^<]*)<\/title>/).replaceAll("&amp;", "&")).toBe(title);
      expect(page!.html).toContain(
        `name="description" content="${description.replaceAll("&", "&amp;")}"`,
      );
      expect(page!.html.match(/<h1\b/g), path).toHaveLength(1);
    }
    const names = Object.values(titles).map(({ title }) => title);
    expect(new Set(names).size).toBe(names.length);
    for (const { title, description } of Object.values(titles)) {
      expect(title.length, title).toBeLessThanOrEqual(60);
      expect(description.length, description).toBeGreaterThanOrEqual(70);
      expect(description.length, description).toBeLessThanOrEqual(160);
    }
  });

  test("no link is dead, and every hash has its target", ({ installation }) => {
    for (const [path, { status }] of visited) expect(status, path).toBe(200);
    for (const href of wanted) {
      const { origin, pathname, hash } = new URL(href);
      if (origin !== installation.site.url || !hash) continue;
      expect(attributes(visited.get(pathname)!.html, "id"), href).toContain(hash.slice(1));
    }
    expect(wanted).toContain(`${installation.site.url}/ameb-accompanying#ameb-top`);
    expect(wanted).toContain(`${installation.site.url}/about#embodied-approach`);
  });

  test("links to other sites are exactly those of the content", ({ installation }) => {
    const elsewhere = [...wanted].filter(
      (href) => /^https?:/.test(href) && !href.startsWith(installation.site.url),
    );
    const named = [
      ...Object.values(site.links),
      ...Object.values(site.schedulers),
      ...site.socials.map(({ href }) => href),
      site.whatsapp.href,
      // The privacy page names it in a sentence.
      "https://www.oaic.gov.au/privacy",
    ];
    expect(elsewhere.sort()).toEqual(
      [
        ...new Set(
          named.filter((href) => href.startsWith("https:")).map((href) => new URL(href).href),
        ),
      ].sort(),
    );
  });

  test("/programs redirects to the prices", async ({ installation }) => {
    const response = await fetch(`${installation.site.url}/programs`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("/voice-piano-services#pricing");
  });

  test("canonical addresses, share images and the sitemap name this site", async ({
    installation,
  }) => {
    const home = installation.site.url;
    const sitemap = await (await fetch(`${home}/sitemap.xml`)).text();
    expect(Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, loc]) => loc)).toEqual(
      allPages.map(({ path }) => home + path),
    );
    expect(await (await fetch(`${home}/robots.txt`)).text()).toContain(
      `Sitemap: ${home}/sitemap.xml`,
    );
    for (const { path, share } of allPages) {
      const { html } = visited.get(path)!;
      expect(html).toContain(`rel="canonical" href="${home}${path}"`);
      const image = `${home}/${titles[share].picture.name}.png`;
      expect(html).toContain(`property="og:image" content="${image}"`);
      expect((await fetch(image)).status).toBe(200);
      expect(html).not.toContain("origin.invalid");
    }
  });

  test("every picture of a page exists", async ({ installation }) => {
    const named = new Set(
      [...visited.values()].flatMap(({ html }) => [
        ...attributes(html, "src"),
        ...attributes(html, "srcSet").flatMap((set) =>
          set.split(", ").map((one) => one.split(" ")[0]!),
        ),
      ]),
    );
    const own = [...named].filter(
      (src) => src.startsWith("/pictures/") || src.startsWith("/brand/"),
    );
    expect(own.length).toBeGreaterThan(100);
    for (const src of own)
      expect((await fetch(installation.site.url + src, { method: "HEAD" })).status, src).toBe(200);
  });

  test("breadcrumbs of each page are in the structured data", ({ installation }) => {
    for (const { path, name } of allPages.slice(1)) {
      const trail = JSON.parse(
        between(
          visited.get(path)!.html,
          /<script type="application\/ld\+json">([\s\S]*?)<\/script>/,
        ),
      ) as { itemListElement: { name: string; item: string }[] };
      expect(trail.itemListElement.map(({ item }) => item)).toEqual([
        `${installation.site.url}/`,
        `${installation.site.url}${path}`,
      ]);
      expect(trail.itemListElement[1]?.name).toBe(name);
    }
  });
});
