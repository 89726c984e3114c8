import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/* A site as it comes over a bad connection: the first half of a page, and the rest when it is let through. */

/** Stands before the site at `siteUrl`; its home page arrives up to `mark`, and no further before `letThrough`. */
export async function startSlowSite(
  siteUrl: string,
  mark: string,
): Promise<{ url: string; letThrough: () => void; stop: () => Promise<void> }> {
  let letThrough = () => {};
  const through = new Promise<void>((resolve) => (letThrough = resolve));
  const server = createServer(async ({ url = "/" }, response) => {
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
    if (url === "/") await through;
    response.end(body.subarray(half));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    letThrough,
    stop: () =>
      new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
