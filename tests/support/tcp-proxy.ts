import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy that can be cut off, as a network can. */
export type TcpProxy = {
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  restore: () => void;
  stop: () => Promise<void>;
};

/** Forwards connections to the server at `url`, on a port of its own. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isOpen = true;
  const server = createServer((client) => {
    if (!isOpen) return client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from
        .on("error", () => {})
        .once("close", () => {
          open.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  const endAll = () => open.forEach((socket) => socket.destroy());
  return {
    url: proxied.href,
    cut() {
      isOpen = false;
      endAll();
    },
    restore: () => void (isOpen = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
