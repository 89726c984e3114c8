import { createServer, type RequestListener } from "node:http";
import { loadEnvFile } from "node:process";
import { existsSync } from "node:fs";

/*
 * The process: listens, serves, stops gracefully. In development it runs the sources through Vite,
 * otherwise the build. Everything else is behind `app/process.server.ts`.
 */

type App = typeof import("./app/process.server.ts");

/** What the system says when a setting names something that cannot be had, in our words. */
const hindrances: Record<string, string> = {
  EADDRINUSE: `Port ${process.env.PORT ?? 3000} is in use by another program. Set PORT to another one.`,
  EADDRNOTAVAIL: "HOST names an address that this machine does not have.",
  ECONNREFUSED: "The database that DATABASE_URL names does not answer.",
  ENOTFOUND: "The host that a setting names is not known.",
  ENOTDIR: "DATA_DIR names a file; it must be a folder.",
  EEXIST: "DATA_DIR names a file; it must be a folder.",
  EACCES: "DATA_DIR or PORT may not be used by this user.",
};

const development = process.argv.includes("--dev");
if (existsSync(".env")) loadEnvFile(".env");

const { app, listener } = await load().catch(fail);
const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384, optimizeEmptyRequests: true }, listener);
server.maxConnections = 4_000;

const { firstOwnerLink } = await app.open().catch(fail);
server.once("error", fail);
await new Promise<void>((resolve) => server.listen(app.settings.PORT, app.settings.HOST, resolve));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));
app.log.info({ site: app.settings.SITE_URL, host: app.settings.HOST, port: app.settings.PORT }, "listening");
if (firstOwnerLink) console.log(`\nThere is no owner yet. This link makes the first one, once, within a day:\n\n  ${firstOwnerLink}\n`);

/** Requests in flight finish, jobs are handed back, the database closes; at most ten seconds. */
async function stop(signal: string): Promise<void> {
  app.log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), 9_500).unref();
  await new Promise<void>((resolve) => {
    // A browser keeps its connection after the answer; such a one is idle then, and only then may it go.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const patience = setTimeout(() => server.closeAllConnections(), 3_000);
    server.close(() => {
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
  const vite = await createVite({ server: { middlewareMode: true } });
  const fresh = () => vite.ssrLoadModule("./app/process.server.ts") as Promise<App>;
  const listen: RequestListener = (request, response) => {
    vite.middlewares(request, response, async () => (await fresh()).listener(request, response));
  };
  return { app: await fresh(), listener: listen };
}

/** A start that cannot work ends with the reason alone, one line each. */
function fail(error: unknown): never {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  const expected = ["WrongSettings", "DatabaseInUse", "DatabaseDamaged"].includes(name ?? "") ? message : hindrances[code ?? ""];
  console.error(expected ?? error);
  process.exit(1);
}
