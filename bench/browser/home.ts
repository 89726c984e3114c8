import { gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";
import { pages } from "../../app/content/pages.ts";
import { startNginx } from "../../tests/support/nginx.ts";
import { flags } from "../slow-phone.ts";
import { type Column, median } from "../table.ts";
import { lighthouse, type Run } from "./pages.ts";
import { tapOnBook } from "./taps.ts";

/* The home page beside a plain page that says the same, sent by Debian's nginx, in one run. */

type HomeFigures = { what: string; ours: number; plain: number; goal: string };
const ratio = ({ ours, plain }: HomeFigures) => (plain > 0 ? (ours / plain).toFixed(2) : "–");
export const homeColumns: readonly Column<HomeFigures>[] = [
  { title: "home page", of: ({ what }) => what },
  { title: "ours", of: ({ ours }) => Math.round(ours) },
  { title: "plain page", of: ({ plain }) => Math.round(plain) },
  { title: "ratio", of: ratio },
  { title: "goal", of: ({ goal }) => goal },
];

const measures: readonly { what: string; goal: string; of: (run: Run) => number }[] = [
  { what: "LCP in Lighthouse, ms", goal: "≤ 1.0", of: ({ lcp }) => lcp },
  { what: "FCP in Lighthouse, ms", goal: "≤ 1.4", of: ({ fcp }) => fcp },
  { what: "blocking time, ms", goal: "≤ 10 ms", of: ({ tbt }) => tbt },
  { what: "main thread, ms", goal: "≤ 1.6", of: ({ mainThread }) => mainThread },
  { what: "of it style and layout, ms", goal: "≤ 2.0", of: ({ layout }) => layout },
  { what: "moved by layout (CLS), thousandths", goal: "0", of: ({ cls }) => cls * 1000 },
  { what: "bytes of the first view, kB", goal: "≤ 80 kB", of: ({ bytes }) => bytes / 1000 },
  { what: "JavaScript at load, kB", goal: "0", of: ({ scripts }) => scripts / 1000 },
];

export async function measureHome(site: string, rounds: number): Promise<HomeFigures[]> {
  const { page, picture, image } = await plainPage(site);
  const files = { "page.html": page, book: page, "book.gz": gzipSync(page), [picture]: image };
  const nginx = await startNginx(site, page, files);
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: flags,
  });
  try {
    const places = [site + pages.home.path, nginx.plain].map((url) => ({
      url,
      runs: [] as Run[],
      taps: [] as number[],
    }));
    for (let round = 0; round < rounds; round++)
      for (const place of places) {
        place.runs.push(lighthouse(place.url));
        place.taps.push((await tapOnBook(browser, place.url, 0)).sinceStart);
      }
    const [ours, plain] = [places[0]!, places[1]!];
    return [
      ...measures.map(({ what, goal, of }) => ({
        what,
        goal,
        ours: median(ours.runs.map(of)),
        plain: median(plain.runs.map(of)),
      })),
      {
        what: "early tap, from navigation, ms",
        goal: "≤ 1.15",
        ours: median(ours.taps),
        plain: median(plain.taps),
      },
    ];
  } finally {
    await browser.close();
    await nginx.stop();
  }
}

/**
 * All words of the home page in their blocks and its first picture, with the browser's own fonts and ten rules.
 * Loose words would count as one text that is larger than the picture, and a missing icon as a request before it.
 */
async function plainPage(site: string) {
  const html = await (await fetch(site + pages.home.path)).text();
  const picture = /<img[^>]* src="([^"]+)"[^>]*fetchPriority="high"/.exec(html)![1]!;
  const image = Buffer.from(await (await fetch(new URL(picture, site))).arrayBuffer());
  const words = /<body>(.*)<\/body>/s
    .exec(html)![1]!
    .replaceAll(/<(script|svg|dialog)\b.*?<\/\1>/gs, "")
    .replaceAll(/<(\/?(?:h[123]|[pou]l?|li|div|blockquote|label)\b)[^>]*>|<[^>]+>/g, (_, tag) =>
      tag ? `<${tag}>` : " ",
    );
  const name = "picture.webp";
  const page = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Home</title>
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<style>body{margin:0 auto;max-width:40rem;padding:1rem;font:1.1rem/1.5 Georgia,serif}img{width:100%;height:auto}
header a{margin-right:1rem}h1{font-size:2.2rem;line-height:1.1}h2{margin-top:3rem}</style>
<header><div><a href="/book">Book</a> <a href="/page.html">Home</a></div></header>
<main>${words.replace("</h1>", `$&<img src="${name}" alt="" width="960" height="640">`)}</main></html>`;
  return { page: Buffer.from(page), picture: name, image };
}
