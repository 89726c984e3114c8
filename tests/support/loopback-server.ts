import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/* An HTTP server of a test's own. */

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

type LoopbackServer = {
  port: number;
  /** Ends its connections too. */
  stop: () => Promise<void>;
};

export async function listenOnLoopback(
  listener: Listener,
  { host = "127.0.0.1", port = 0 } = {},
): Promise<LoopbackServer> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await listener(request, response);
    } catch (error) {
      // Tests kill whoever asks. An error of any other kind is the fake's own.
      if (!request.socket.destroyed) throw error;
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
