import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { PGlite } from "@electric-sql/pglite";

/*
 * Preloaded into a site under test: only one process can open an embedded database, so this one
 * lets the tests query it through a socket in the data folder.
 */

const path = join(process.env.DATA_DIR!, "database.socket");
const query = PGlite.prototype.query;
let database: PGlite | null = null;

PGlite.prototype.query = function (this: PGlite, ...args: Parameters<typeof query>) {
  remember(this);
  return query.apply(this, args) as never;
} as typeof query;

function remember(opened: PGlite): void {
  if (!database) listen();
  database = opened;
}

function listen(): void {
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    const [statement, values] = deserialize(await buffer(socket)) as [string, unknown[]?];
    const answer = await database!.query(statement, values).then(
      ({ rows }) => ({ rows }),
      (error: Error) => ({ error: error.message }),
    );
    socket.end(serialize(answer));
  });
  server.listen(path).unref();
}
