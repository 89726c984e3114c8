import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/* A way to a server that can be cut, as a network is. */

export type Relay = {
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  mend: () => void;
  stop: () => Promise<void>;
};

/** Stands before the server at `url`, on a port of its own. */
export async function startRelay(url: string): Promise<Relay> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on("error", () => {})
        .once("close", () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const relayed = new URL(url);
  relayed.hostname = "127.0.0.1";
  relayed.port = String((server.address() as AddressInfo).port);
  const endAll = () => open.forEach((socket) => socket.destroy());
  return {
    url: relayed.href,
    cut() {
      whole = false;
      endAll();
    },
    mend: () => void (whole = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
