import { execFileSync, spawnSync } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { appendFileSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";

/* A real PostgreSQL of our own, in a temporary folder, for as long as the tests run. */

type PostgresServer = {
  url: (database?: string) => string;
  restart: (mode?: "fast" | "immediate") => void;
  stop: () => void;
};

/** The folder of PostgreSQL's programs, or null when it is not installed. */
export function findPostgres(): string | null {
  try {
    const versions = readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
    return versions[0] ? join("/usr/lib/postgresql", versions[0], "bin") : null;
  } catch {
    const found = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
    return found.status === 0 ? found.stdout.trim() : null;
  }
}

/** Of each worker, from here on: below what the kernel gives to whoever asks for any port. */
const portsOfWorker = 1_000;
const firstPort = 20_000;
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 12;
let portsTried = randomInt(portsOfWorker);

/** A free port that nobody else takes until a server, seconds later, listens on it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsOfWorker; tries++) {
    const port = firstPort + worker * portsOfWorker + (portsTried++ % portsOfWorker);
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** PostgreSQL refuses to run as root; then it runs as its own user. */
function as(program: string, args: string[]): void {
  const command =
    userInfo().uid === 0
      ? ["runuser", "-u", "postgres", "--", program, ...args]
      : [program, ...args];
  execFileSync(command[0]!, command.slice(1), { stdio: ["ignore", "ignore", "inherit"] });
}

/** `options` are further ones of its own, such as `-c fsync=off`. */
export async function startPostgres(options = ""): Promise<PostgresServer> {
  const bin = findPostgres();
  if (!bin) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (userInfo().uid === 0) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
    );
    chownSync(folder, uid!, gid!);
  }
  const data = join(folder, "data");
  const port = await freePort();
  as(join(bin, "initdb"), [
    "-D",
    data,
    "-U",
    "test",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ]);
  // As the operating recipe sets it up.
  appendFileSync(
    join(data, "postgresql.conf"),
    readFileSync(join(import.meta.dirname, "../../deploy/postgresql.conf")),
  );
  const control = (...args: string[]) =>
    as(join(bin, "pg_ctl"), [
      "-D",
      data,
      "-w",
      "-l",
      join(folder, "log"),
      "-o",
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${options}`,
      ...args,
    ]);
  control("start");
  return {
    url: (database = "postgres") => `postgres://test@127.0.0.1:${port}/${database}`,
    restart: (mode = "fast") => control("restart", "-m", mode),
    stop() {
      control("stop", "-m", "immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database of a server that {@link createPrepared} copies. */
export const preparedDatabase = "prepared";

/** An empty database of its own on a running server; answers with its address. */
export function createDatabase(serverUrl: string): Promise<string> {
  return create(serverUrl, "template1");
}

/** The same, migrated and with the job queue in it. */
export function createPrepared(serverUrl: string): Promise<string> {
  return create(serverUrl, preparedDatabase);
}

/** A connection of a test's own. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // When the server ends it, the next query fails; nobody else needs to know.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function create(serverUrl: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "_")}`;
  const client = await openClient(serverUrl);
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
