import { performance } from "node:perf_hooks";
import { signInForCookies, testPassword } from "../tests/support/owners.ts";
import { send } from "../tests/support/request.ts";
import { runScript, startSite, temporaryDataDir } from "../tests/support/site.ts";
import { type Column, median } from "./table.ts";

/* Whole pages of the admin, from the request to the end of the answer, at two sizes of its tables. */

/** `milliseconds`: with few rows and with many. */
type PageFigures = { page: string; milliseconds: [number, number] };
const ratioOf = ({ milliseconds: [few, many] }: PageFigures) => many / few;
export const growthOfPages = (sizes: readonly [number, number]): Column<PageFigures>[] => [
  { title: "page", of: ({ page }) => page },
  ...sizes.map((size, index) => ({
    title: `ms at ${size.toLocaleString("en-AU")}`,
    of: ({ milliseconds }: PageFigures) => milliseconds[index]!.toFixed(0),
  })),
  { title: "ratio (≤ 3)", of: (figures) => ratioOf(figures).toFixed(1) },
];

const pages = [
  "",
  "/quotes",
  "/quotes?page=400",
  "/quotes?sort=newest",
  "/quotes?q=lien",
  "/quotes?q=client+4711",
  "/quotes?show=pending",
  "/quotes?show=pending&page=300",
  "/quotes?show=pending&sort=-due",
  "/quotes?show=drafts",
  "/quotes?show=expired",
  "/quotes?show=rejected",
  "/quotes?show=all",
  "/quotes?show=all&sort=name",
  "/quotes?show=all&sort=-amount",
  "/quotes?show=all&sort=-event",
  "/money",
  "/money?sort=-rest",
  "/money?show=overdue",
  "/money?show=paid",
  "/money?show=paid&page=900",
  "/money?show=quarter",
  "/money?show=all",
  "/money?show=all&sort=name",
  "/money?show=all&sort=-rest",
  "/money?show=all&q=client+4711",
  "/diary",
  "/season",
  "/ameb-bookings",
  "/ameb-bookings?page=900",
  "/ameb-bookings?sort=-exam",
  "/ameb-bookings?sort=-name",
  "/ameb-bookings?status=booked&from=2026-03-01&to=2026-03-31",
  "/ameb-bookings?q=family+4711",
  "/inbox",
  "/inbox?show=new",
  "/inbox?sort=name",
  "/inbox?q=711@visit",
  "/clients",
  "/clients?page=100",
  "/clients?page=1000",
  "/clients?sort=last",
  "/clients?sort=name",
  "/clients?sort=-name",
  "/clients?sort=name&page=100",
  "/clients?sort=-open",
  "/clients?sort=open",
  "/clients?q=client+4711",
  "/clients?q=client",
  "/clients/client711@client.example",
  "/sent-mail",
  "/sent-mail?state=failed",
  "/sent-mail?q=client+4711",
  "/activity",
  "/activity?q=4711",
  "/search?q=4711",
  "/deleted",
  "/calendar",
  "/newsletter",
  "/money/new",
  "/money/import",
  "/today",
];

const email = "owner@bench.example";
const AUTH_SECRET = "a secret of the benchmark, long enough to be one";

/** `databases`: addresses of the smaller and of the larger one. */
export async function measureAdminPages(
  databases: readonly [string, string],
  rounds: number,
): Promise<PageFigures[]> {
  const stops: (() => unknown)[] = [];
  try {
    const asks: ((path: string) => Promise<number>)[] = [];
    for (const url of databases) {
      const { dataDir, remove } = temporaryDataDir();
      stops.unshift(remove);
      const settings = { DATABASE_URL: url, AUTH_SECRET };
      const owning = [email, "--password", testPassword];
      const { code, stderr } = await runScript("scripts/owner.ts", owning, dataDir, settings);
      if (code !== 0) throw new Error(stderr);
      const site = await startSite(dataDir, settings);
      stops.unshift(() => site.stop());
      const headers = { Cookie: await signInForCookies(site, email), "Accept-Encoding": "gzip" };
      asks.push(async (path) => {
        const start = performance.now();
        const { status } = await send(site.url, path, { headers });
        if (status !== 200) console.error(`${path} was answered with ${status}.`);
        return performance.now() - start;
      });
    }
    const figures: PageFigures[] = [];
    for (const page of pages) {
      const times: number[][] = asks.map(() => []);
      for (let round = 0; round <= rounds; round++)
        for (const [index, ask] of asks.entries()) {
          const time = await ask(`/admin${page}`);
          // The first one warms up.
          if (round > 0) times[index]!.push(time);
        }
      figures.push({ page: `/admin${page}`, milliseconds: [median(times[0]!), median(times[1]!)] });
    }
    return figures.sort((one, other) => ratioOf(other) - ratioOf(one));
  } finally {
    for (const stop of stops) await stop();
  }
}
