import { listenOnLoopback } from "./loopback-server.ts";

/** A proxy in front of a site; the home page arrives up to `mark`, and no further before `release`. */
export async function startSlowSite(
  siteUrl: string,
  mark: string,
): Promise<{ url: string; release: () => void; stop: () => Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { port, stop } = await listenOnLoopback(
    async ({ url = "/" }, response) => {
      const answer = await fetch(siteUrl + url, { headers: { "Accept-Encoding": "identity" } });
      response.writeHead(
        answer.status,
        Object.fromEntries(
          [...answer.headers].filter(
            ([name]) => name !== "content-length" && name !== "connection" && name !== "keep-alive",
          ),
        ),
      );
      const body = Buffer.from(await answer.arrayBuffer());
      const half = url === "/" ? body.indexOf(mark) : body.length;
      response.write(body.subarray(0, half));
      if (url === "/") await released;
      response.end(body.subarray(half));
    },
    { host: "localhost" },
  );
  return { url: `http://localhost:${port}`, release, stop };
}
