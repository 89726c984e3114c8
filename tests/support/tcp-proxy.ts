import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy that can be cut off, as a network can. */
export type TcpProxy = {
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  restore: () => void;
  /**
   * On the next connection that has sent `after` and then sends `to`: passes it on, and ends the
   * connection instead of passing on the answer. `thenCut` cuts everything off at that moment.
   */
  loseAnswer: (lost: LostAnswer) => void;
  stop: () => Promise<void>;
};

type LostAnswer = { after: string; to: string; thenCut?: boolean };

/** Forwards connections to the server at `url`, on a port of its own. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isOpen = true;
  let lost: LostAnswer | null = null;
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
    let wasAfter = false;
    client.on("data", (chunk) => {
      if (lost && chunk.includes(lost.after)) wasAfter = true;
      if (!lost || !wasAfter || !chunk.includes(lost.to)) return;
      const { thenCut } = lost;
      lost = null;
      upstream.unpipe(client);
      upstream.once("data", () => (thenCut ? cut() : client.destroy())).resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  const endAll = () => open.forEach((socket) => socket.destroy());
  const cut = () => {
    isOpen = false;
    endAll();
  };
  return {
    url: proxied.href,
    cut,
    loseAnswer: (next) => void (lost = next),
    restore: () => void (isOpen = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
