import { createServer, type RequestListener } from "node:http";
import { Server as NetServer } from "node:net";
import { loadEnvFile } from "node:process";
import { existsSync } from "node:fs";
import { limitConnections } from "./app/server/http/connection-limits.server.ts";
import { startupErrorReason } from "./app/server/startup-errors.server.ts";

/*
 * The process: listens, serves, stops gracefully. In development it runs the sources through Vite,
 * otherwise the build. Everything else is behind `app/process.server.ts`.
 */

type App = typeof import("./app/process.server.ts");

const development = process.argv.includes("--dev");
// Whoever imports this has its settings already: the demo must not have those of the installation around it.
if (import.meta.main && existsSync(".env")) loadEnvFile(".env");

const server = createServer({
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  optimizeEmptyRequests: true,
});
const { app, listener } = await load().catch(fail);
server.on("request", listener);
limitConnections(server, { total: 4_000, perNetwork: 500, proxied: app.settings.TRUST_PROXY > 0 });

const { firstOwnerLink } = await app.open().catch(fail);
server.once("error", fail);
await new Promise<void>((resolve) =>
  server.listen(heldSocket() ?? { port: app.settings.PORT, host: app.settings.HOST }, resolve),
);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
app.log.info(
  { site: app.settings.SITE_URL, host: app.settings.HOST, port: app.settings.PORT },
  "listening",
);
if (firstOwnerLink)
  console.log(
    `\nThere is no owner yet. This link makes the first one, once, within a day:\n\n  ${firstOwnerLink}\n`,
  );

/** The socket that systemd listens on for us (sd_listen_fds(3)): whoever comes while the process restarts waits in it. */
function heldSocket(): { fd: number } | null {
  return process.env.LISTEN_PID === String(process.pid) && process.env.LISTEN_FDS === "1"
    ? { fd: 3 }
    : null;
}

/** Requests in flight finish, jobs are handed back, the database closes; at most ten seconds. */
async function stop(signal: string): Promise<void> {
  app.log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), 9_500).unref();
  // Browsers and proxies keep connections. One that was cut while it seems idle might just be bringing a form, so the
  // next answer on it says that it was the last; what brings nothing for a while may go.
  server.prependListener("request", (_, response) => void (response.shouldKeepAlive = false));
  await new Promise<void>((resolve) => {
    const quiet = performance.now() + 500;
    const sweep = setInterval(() => performance.now() > quiet && server.closeIdleConnections(), 50);
    const patience = setTimeout(() => server.closeAllConnections(), 3_000);
    // The listener of HTTP would cut idle connections at once; the one beneath only takes no more.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(patience);
      resolve();
    });
  });
  await app.close();
  app.log.info("stopped");
  process.exit(0);
}

async function load(): Promise<{ app: App; listener: RequestListener }> {
  if (!development) {
    process.env.NODE_ENV ??= "production";
    const { ensureBuild } = await import("./scripts/build.ts");
    await ensureBuild();
    const built = (await import(new URL("./build/server/index.js", import.meta.url).href)) as App;
    return { app: built, listener: built.listener };
  }
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
  const fresh = () => vite.ssrLoadModule("./app/process.server.ts") as Promise<App>;
  const listen: RequestListener = (request, response) => {
    vite.middlewares(request, response, async () => (await fresh()).listener(request, response));
  };
  return { app: await fresh(), listener: listen };
}

/** A start that cannot work ends with the reason alone, one line each. */
function fail(error: unknown): never {
  console.error(startupErrorReason(error) ?? error);
  process.exit(1);
}
