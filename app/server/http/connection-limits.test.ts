import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "./connection-limits.server.ts";

const attacker = "127.0.0.66";
const visitor = "127.0.0.7";

/**
 * A server with room for 20 connections, 8 of one network. Answers with a way to connect to it from
 * any address of this machine.
 */
async function aServer(
  proxied = false,
  listener: RequestListener = (_, response) => response.end("ok"),
) {
  const server = createServer(listener);
  limitConnections(server, { total: 20, perNetwork: 8, proxied });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void (server.close(), server.closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  return {
    /** Opens connections one after the other, each once the server has taken the one before. */
    async open(from: string, count: number): Promise<Socket[]> {
      const sockets: Socket[] = [];
      for (let at = 0; at < count; at++) {
        const taken = new Promise((resolve) => server.once("connection", resolve));
        const socket = connect({ port, host: "127.0.0.1", localAddress: from }).on(
          "error",
          () => {},
        );
        onTestFinished(() => void socket.destroy());
        sockets.push(socket);
        await taken;
      }
      return sockets;
    },
  };
}

/** Whether somebody on this connection is answered. */
function isServed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    if (socket.destroyed) resolve(false);
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  });
}

const served = async (sockets: readonly Socket[]) => Promise.all(sockets.map(isServed));
const all = (count: number, value: boolean) => Array<boolean>(count).fill(value);

test("a network keeps its newest connections, up to its share", async () => {
  const { open } = await aServer();
  const sockets = await open(attacker, 12);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(4);
  expect(await served(sockets)).toEqual([...all(4, false), ...all(8, true)]);
});

test("a connection counts as idle right after its last response", async () => {
  const { open } = await aServer();
  const [first] = await open(attacker, 1);
  expect(await isServed(first!)).toBe(true);
  const closed = new Promise((resolve) => first!.once("close", resolve));
  await open(attacker, 8);
  await closed;
});

test("a connection with a response in progress is not closed for a new one", async () => {
  const waiting: (() => void)[] = [];
  const { open } = await aServer(false, (_, response) => waiting.push(() => response.end("ok")));
  const answers = (await open(attacker, 8)).map(isServed);
  await expect.poll(() => waiting.length).toBe(8);
  const [late] = await open(attacker, 1);
  await expect.poll(() => late!.destroyed).toBe(true);
  waiting.forEach((answer) => answer());
  expect(await Promise.all(answers)).toEqual(all(8, true));
});

test("a proxy on this machine or named by a setting has no limit", async () => {
  expect(await served(await (await aServer()).open("127.0.0.1", 20))).toEqual(all(20, true));
  expect(await served(await (await aServer(true)).open(attacker, 20))).toEqual(all(20, true));
});

test("when all connections are in use, the network with the most loses one", async () => {
  const { open } = await aServer();
  const visitors = await open(visitor, 4);
  const crowds = await Promise.all([open("127.0.0.1", 12), open(attacker, 4)]);
  const [newcomer] = await open("127.0.0.8", 1);
  expect(await isServed(newcomer!)).toBe(true);
  expect(await served(visitors)).toEqual(all(4, true));
  expect(await served(crowds[1])).toEqual(all(4, true));
  expect(await served(crowds[0])).toEqual([false, ...all(11, true)]);
});
