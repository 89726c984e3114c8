import type { Db } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { catchUpInTurn } from "./published.server.ts";

/** In ms. Preparing the pages takes about 1 s more. */
const pollInterval = 2_000;

/** Shows what other processes publish. The returned function stops it. */
export function followPublications(db: Db): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let hasEnded = false;
  let looking = Promise.resolve();
  const look = async () => {
    try {
      await catchUpInTurn(db);
    } catch (error) {
      log.warn({ err: error }, "publications cannot be read; trying again");
    }
    lookLater();
  };
  const lookLater = () => {
    if (!hasEnded) timer = setTimeout(() => (looking = look()), pollInterval).unref();
  };
  lookLater();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    return looking;
  };
}
