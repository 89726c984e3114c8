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

test("every public page is reached and is whole for those who never see it", async ({
  installation,
}) => {
  const home = installation.site.url;
  const visited = new Map<string, Visited>();
  const wanted = new Set<string>();

  await test.step("every link is followed", async () => {
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

  await test.step("every public page is reached, and answers with its own title and description", () => {
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

  await test.step("no link is dead, and every hash has its target", () => {
    for (const [path, { status }] of visited) expect(status, path).toBe(200);
    for (const href of wanted) {
      const { origin, pathname, hash } = new URL(href);
      if (origin !== home || !hash) continue;
      expect(attributes(visited.get(pathname)!.html, "id"), href).toContain(hash.slice(1));
    }
    expect(wanted).toContain(`${home}/ameb-accompanying#ameb-top`);
    expect(wanted).toContain(`${home}/about#embodied-approach`);
  });

  await test.step("links to other sites are exactly those of the content", () => {
    const elsewhere = [...wanted].filter((href) => /^https?:/.test(href) && !href.startsWith(home));
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

  await test.step("/programs redirects to the prices", async () => {
    const response = await fetch(`${home}/programs`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("/voice-piano-services#pricing");
  });

  await test.step("canonical addresses, share images and the sitemap name this site", async () => {
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

  await test.step("every picture of a page exists", async () => {
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
      expect((await fetch(home + src, { method: "HEAD" })).status, src).toBe(200);
  });

  await test.step("breadcrumbs of each page are in the structured data", () => {
    for (const { path, name } of allPages.slice(1)) {
      const trail = JSON.parse(
        between(
          visited.get(path)!.html,
          /<script type="application\/ld\+json">([\s\S]*?)<\/script>/,
        ),
      ) as { itemListElement: { name: string; item: string }[] };
      expect(trail.itemListElement.map(({ item }) => item)).toEqual([`${home}/`, `${home}${path}`]);
      expect(trail.itemListElement[1]?.name).toBe(name);
    }
  });

  await test.step("the header marks a page or its section, in its line and in its panel", () => {
    for (const [path, mark, name] of [
      ["/", "page", "Home"],
      ["/about", "page", "About"],
      ["/coaching", "page", "Coaching"],
      ["/projects-resources", "page", "Projects & Resources"],
      ["/voice-piano-services", "true", "Coaching"],
      ["/music-director-pianist", "true", "Projects & Resources"],
      ["/live-piano-services", "true", "Projects & Resources"],
      ["/ameb-accompanying", "true", "Projects & Resources"],
      ["/archive", "true", "Projects & Resources"],
    ] as const) {
      const header = between(visited.get(path)!.html, /<header\b([\s\S]*?)<\/header>/);
      const marked = header.matchAll(/<a [^>]*aria-current="(\w+)"[^>]*>([^<]*)</g);
      const found = Array.from(marked, ([, how, text]) => [how, text!.replace("&amp;", "&")]);
      expect(found, path).toEqual([
        [mark, name],
        [mark, name],
      ]);
    }
  });
});
