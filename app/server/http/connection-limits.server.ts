import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./client-info.server.ts";

type ConnectionLimits = {
  total: number;
  perNetwork: number;
  proxied: boolean;
};

/** A local proxy, even if TRUST_PROXY does not count it. */
const localProxies = new Set(["127.0.0.1", "::1"]);

const ipOf = (socket: Socket) => (socket.remoteAddress ?? "").replace(/^::ffff:/, "");

/** Closes the oldest idle connection (over `total`, the largest network's), or else the new one. */
export function limitConnections(server: Server, { total, perNetwork, proxied }: ConnectionLimits) {
  /** By network, the oldest first. */
  const open = new Map<string, Set<Socket>>();
  const lastResponse = new WeakMap<Socket, ServerResponse>();
  let count = 0;

  const isIdle = (socket: Socket) => lastResponse.get(socket)?.closed ?? true;
  const oldestIdle = (of: Set<Socket>) => [...of].find(isIdle);
  const networksBySize = () => [...open.values()].toSorted((one, other) => other.size - one.size);

  server.on("connection", (socket: Socket) => {
    const network = networkOf(ipOf(socket));
    const sockets = open.get(network) ?? new Set();
    open.set(network, sockets.add(socket));
    count++;
    socket.once("close", () => {
      count--;
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(network);
    });
    const limited = !proxied && !localProxies.has(ipOf(socket));
    if (count > total) networksBySize().map(oldestIdle).find(Boolean)?.destroy();
    else if (limited && sockets.size > perNetwork) oldestIdle(sockets)?.destroy();
  });

  server.on("request", ({ socket }, response) => void lastResponse.set(socket, response));
}
