import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./network.server.ts";

type Limits = {
  /** Connections of everybody together. */
  total: number;
  /** Connections of one network. */
  perNetwork: number;
  /** Whether a proxy stands in front, whose connections are everybody's. */
  proxied: boolean;
};

/** From here comes a proxy on this machine, also one that no setting names; the rest of 127.0.0.0/8 is counted as anybody. */
const thisMachine = new Set(["127.0.0.1", "::1"]);

const ipOf = (socket: Socket) => (socket.remoteAddress ?? "").replace(/^::ffff:/, "");

/**
 * Shares a server's connections among those who ask, so that one network with many idle ones shuts
 * nobody out. Beyond `perNetwork` a network loses its oldest idle connection; when all are taken,
 * the network that has the most does. Who is being answered is never cut off: when there is no idle
 * connection, the new one goes.
 */
export function limitConnections(server: Server, { total, perNetwork, proxied }: Limits): void {
  /** Of each network, the oldest first. */
  const open = new Map<string, Set<Socket>>();
  const answers = new WeakMap<Socket, ServerResponse>();
  let count = 0;

  const isIdle = (socket: Socket) => answers.get(socket)?.closed ?? true;
  const oldestIdle = (sockets: Set<Socket>) => [...sockets].find(isIdle);
  const byGreed = () => [...open.values()].toSorted((one, other) => other.size - one.size);

  server.on("connection", (socket: Socket) => {
    const network = networkOf(ipOf(socket));
    const theirs = open.get(network) ?? new Set();
    open.set(network, theirs.add(socket));
    count++;
    socket.once("close", () => {
      count--;
      theirs.delete(socket);
      if (theirs.size === 0) open.delete(network);
    });
    const limited = !proxied && !thisMachine.has(ipOf(socket));
    if (count > total) byGreed().map(oldestIdle).find(Boolean)?.destroy();
    else if (limited && theirs.size > perNetwork) oldestIdle(theirs)?.destroy();
  });

  server.on("request", ({ socket }, response) => void answers.set(socket, response));
}
