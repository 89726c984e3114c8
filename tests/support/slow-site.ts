import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of a site; the home page arrives up to `mark`, and no further before `release`. */
export async function startSlowSite(
  siteUrl: string,
  mark: string,
): Promise<{ url: string; release: () => void; stop: () => Promise<void> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
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
    if (url === "/") await released;
    response.end(body.subarray(half));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release,
    stop: () =>
      new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
