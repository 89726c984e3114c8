import { connect, type Socket } from "node:net";

/* Raw bytes, where an HTTP client would correct them. */

/** Connects to a site on loopback, from an address of this machine. */
export async function openSocket(siteUrl: string, from = "127.0.0.1"): Promise<Socket> {
  const { port } = new URL(siteUrl);
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
  // The site may reset a connection that it drops.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return socket.resume();
}

/** Sends these bytes and returns all that comes back until the connection is closed; `end` half-closes it. */
export async function sendBytes(
  siteUrl: string,
  bytes: string | Buffer,
  { from, end = false }: { from?: string; end?: boolean } = {},
): Promise<string> {
  const socket = await openSocket(siteUrl, from);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    // It may have been dropped at once.
    if (socket.destroyed) resolve();
  });
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return received;
}
