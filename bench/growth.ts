import { Agent, request } from "node:http";
import { total } from "./memory.ts";
import { type Column, median } from "./table.ts";

/* Memory growth: what processes hold after 5,000 and after 10,000 requests. */

export type MemoryFigures = {
  what: string;
  idle: number;
  load: number;
  after5000: number;
  after10000: number;
};

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
export const memoryColumns: readonly Column<MemoryFigures>[] = [
  { title: "memory, MB", of: ({ what }) => what },
  { title: "idle", of: ({ idle }) => megabytes(idle) },
  { title: "most under load", of: ({ load }) => megabytes(load) },
  { title: "after 5,000 more", of: ({ after5000 }) => megabytes(after5000) },
  { title: "after 10,000", of: ({ after10000 }) => megabytes(after10000) },
  {
    title: "growth",
    of: ({ after5000, after10000 }) => `${((after10000 / after5000 - 1) * 100).toFixed(1)} %`,
  },
];

/** Pages, rendered pages and refusals in turn. */
const paths = [
  "/",
  "/quotes/bench-1",
  "/about",
  "/quotes/bench-2",
  "/healthz",
  "/quotes/unknown",
  "/login",
  "/quotes/bench-3",
];
const half = 5_000;

export async function measureMemory(
  url: string,
  pids: () => number[],
): Promise<{ after5000: number; after10000: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const after: number[] = [];
  for (let part = 0; part < 2; part++) {
    let next = 0;
    const held: number[] = [];
    const client = async () => {
      while (next < half) {
        const turn = next++;
        await sendGet(agent, url + paths[turn % paths.length]!);
        // A collection of garbage just before or after must not decide it: the last fifth counts.
        if (turn % 100 === 0 && turn >= half * 0.8) held.push(total(pids()));
      }
    };
    await Promise.all(Array.from({ length: 32 }, client));
    after.push(median(held));
  }
  agent.destroy();
  return { after5000: after[0]!, after10000: after[1]! };
}

function sendGet(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { "Accept-Encoding": "gzip" } }, (response) =>
      response.resume().once("end", resolve).once("error", reject),
    );
    sent.once("error", reject).end();
  });
}
