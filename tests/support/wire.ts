import { connect, type Socket } from "node:net";

/* Bytes as they are written, where a client of HTTP would put them right. */

/** Connects to a site on loopback, from an address of this machine. */
export async function openSocket(siteUrl: string, from = "127.0.0.1"): Promise<Socket> {
  const { port } = new URL(siteUrl);
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
  // A connection that has to go may be reset.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  return socket.resume();
}

/**
 * Sends these bytes and answers with all that comes back until the connection is closed; `end` says
 * whether more could come.
 */
export async function sendBytes(
  siteUrl: string,
  bytes: string | Buffer,
  { from, end = false }: { from?: string; end?: boolean } = {},
): Promise<string> {
  const socket = await openSocket(siteUrl, from);
  let said = "";
  socket.on("data", (chunk) => (said += chunk.toString("latin1")));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return said;
}
