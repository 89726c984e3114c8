import { createServer, type RequestListener } from "node:http";
import { Server as NetServer } from "node:net";
import { loadEnvFile } from "node:process";
import { existsSync } from "node:fs";
import { followReloads } from "./app/server/dev-reload.server.ts";
import { limitConnections } from "./app/server/http/connection-limits.server.ts";
import { startupErrorReason } from "./app/server/startup-errors.server.ts";

/*
 * The process: listens, serves, stops gracefully. In development it runs app/process.server.ts through
 * Vite, otherwise the build.
 */

type App = typeof import("./app/process.server.ts");
type RunningApp = Pick<App, "settings" | "log" | "listener" | "open" | "close">;

const development = process.argv.includes("--dev");
// Not when imported: the demo must not get the settings of an installation around it.
if (import.meta.main && existsSync(".env")) loadEnvFile(".env");

const server = createServer({
  headersTimeout: 10_000,
  // Of the longest upload; other bodies have less time: app/server/http/listener.server.ts.
  requestTimeout: 330_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  optimizeEmptyRequests: true,
});
const app = await (development ? loadSources() : loadBuild()).catch(fail);
server.on("request", app.listener);
limitConnections(server, { total: 4_000, perNetwork: 500, proxied: app.settings.TRUST_PROXY > 0 });

const { firstOwnerLink, startTasks } = await app.open().catch(fail);
server.once("error", fail);
const { PORT: port, HOST: host, SITE_URL: site } = app.settings;
await new Promise<void>((resolve) => server.listen(systemdSocket() ?? { port, host }, resolve));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
app.log.info({ site, host, port }, "listening");
startTasks();
if (firstOwnerLink)
  console.log(
    `\nThere is no owner yet. This link makes the first one, once, within a day:\n\n  ${firstOwnerLink}\n`,
  );

/** systemd's socket (sd_listen_fds(3)), in which connections wait during a restart. */
function systemdSocket(): { fd: number } | null {
  return process.env.LISTEN_PID === String(process.pid) && process.env.LISTEN_FDS === "1"
    ? { fd: 3 }
    : null;
}

/** Takes at most ten seconds. */
async function stop(signal: string): Promise<void> {
  app.log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), 9_500).unref();
  // A connection that seems idle may just be bringing a form. So the next response on it is announced
  // as its last, and only connections that stay idle for a while are closed.
  server.prependListener("request", (_, response) => void (response.shouldKeepAlive = false));
  await new Promise<void>((resolve) => {
    const idleAfter = performance.now() + 500;
    const sweep = setInterval(() => {
      // Once what has come is read: whoever has just sent a form seems idle until then.
      if (performance.now() > idleAfter) setImmediate(() => server.closeIdleConnections());
    }, 50);
    const deadline = setTimeout(() => server.closeAllConnections(), 3_000);
    // http.Server's close() would close idle connections at once; net.Server's only stops accepting.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
  await app.close();
  app.log.info("stopped");
  process.exit(0);
}

async function loadBuild(): Promise<RunningApp> {
  process.env.NODE_ENV ??= "production";
  const { ensureBuild } = await import("./scripts/build.ts");
  await ensureBuild();
  return (await import(new URL("./build/server/index.js", import.meta.url).href)) as App;
}

async function loadSources(): Promise<RunningApp> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
  const load = () =>
    vite.ssrLoadModule("./app/process.server.ts").catch((error: unknown) => {
      // Vite caches the error and does not watch files that failed to load.
      vite.environments.ssr.moduleGraph.invalidateAll();
      throw error;
    }) as Promise<App>;
  const first = await load();
  const { latest, close } = followReloads(first, load);
  const listener: RequestListener = (request, response) =>
    vite.middlewares(request, response, () =>
      latest().then(
        (reloaded) => reloaded.listener(request, response),
        (error: Error) => {
          console.error(error);
          response.writeHead(500, { "Content-Type": "text/plain" }).end(error.stack);
        },
      ),
    );
  const { settings, log, open } = first;
  return { settings, log, open, listener, close };
}

function fail(error: unknown): never {
  console.error(startupErrorReason(error) ?? error);
  process.exit(1);
}
